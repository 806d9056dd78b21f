// `check` of the config: what `docgen check` measures and asks.
import * as z from 'zod/mini';

export const checkExternalSchema = z.strictObject({
  allow: z._default(z.array(z.string().check(z.minLength(1))), []),
  ignore: z._default(z.array(z.string().check(z.minLength(1))), []),
  intranet: z._default(z.boolean(), false),
  timeout: z._default(z.number().check(z.minimum(1), z.maximum(120)), 15),
  pause: z._default(z.number().check(z.minimum(0), z.maximum(60)), 0.5),
  maxAge: z._default(z.number().check(z.minimum(0)), 7),
});

export const checkSchema = z.strictObject({
  pageKb: z.optional(z.number().check(z.positive())),
  totalMb: z.optional(z.number().check(z.positive())),
  markup: z.optional(z.enum(['plain', 'any'])),
  external: z.prefault(checkExternalSchema, {}),
});
