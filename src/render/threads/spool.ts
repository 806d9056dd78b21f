// Bodies of a build without a cache that asks for some of them again: in one file without a name, which ends with the build however that
// ends, so that a large hub is never in memory whole.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Body, RenderBody } from '../body/body-types.js';

export interface Spool {
  /** Renders a body once for each key; where the disk takes no more, as often as it is asked for. */
  readonly render: RenderBody;
  readonly close: () => void;
}

export function openSpool(render: RenderBody): Spool {
  const places = new Map<string, { readonly start: number; readonly length: number }>();
  let file: TemporaryFile | undefined;
  let end = 0;
  const keep = (key: string, body: Body) => {
    const bytes = Buffer.from(JSON.stringify(body));
    try {
      file ??= openTemporary();
      for (let done = 0; done < bytes.length; )
        done += writeSync(file.handle, bytes, done, bytes.length - done, end + done);
      places.set(key, { start: end, length: bytes.length });
      end += bytes.length;
    } catch {
      // rendered again
    }
  };
  const read = (key: string): Body | undefined => {
    const place = places.get(key);
    if (!place || !file) return undefined;
    const bytes = Buffer.alloc(place.length);
    try {
      for (let done = 0; done < bytes.length; ) {
        const count = readSync(file.handle, bytes, done, bytes.length - done, place.start + done);
        if (count === 0) return undefined;
        done += count;
      }
      return JSON.parse(bytes.toString('utf8')) as Body;
    } catch {
      return undefined;
    }
  };
  return {
    render: async (input) => {
      const known = read(input.key);
      if (known) return known;
      const body = await render(input);
      if (!places.has(input.key)) keep(input.key, body);
      return body;
    },
    close: () => file?.close(),
  };
}

interface TemporaryFile {
  readonly handle: number;
  readonly close: () => void;
}

/** A file of this process alone. It loses its name at once; on a system that refuses that, when it is closed. */
function openTemporary(): TemporaryFile {
  const dir = mkdtempSync(join(tmpdir(), 'docgen-'));
  const handle = openSync(join(dir, 'bodies'), 'wx+', 0o600);
  const remove = () => {
    try {
      rmSync(dir, { recursive: true, force: true });
    } catch {
      // still in use
    }
  };
  remove();
  return {
    handle,
    close: () => {
      closeSync(handle);
      remove();
    },
  };
}
