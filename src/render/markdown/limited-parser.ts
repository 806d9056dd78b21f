// The parser as WebAssembly with limited memory, for texts that could exhaust the machine's memory in the native parser, and for the grammar of
// MDX, whose native parser crashes if brackets in an expression are nested 30,000 deep.
import { readFileSync } from 'node:fs';
import { instantiateNapiModuleSync, type WASIInstance } from '@emnapi/core';
import { createContext } from '@emnapi/runtime';
import { WASI } from '@tybys/wasm-util';
// satteri's own function packs the options into bits. The package doesn't export it, so the dependency has an exact version.
import { featuresToNative } from '../../../node_modules/satteri/dist/compile.js';
import { packageFile } from '../../model/input/regular-file.js';

declare global {
  namespace WebAssembly {
    class Module {
      constructor(bytes: Uint8Array);
    }
    class Memory {
      constructor(size: { initial: number; maximum: number; shared: boolean });
      readonly buffer: SharedArrayBuffer;
    }
    interface Instance {
      readonly exports: Readonly<Record<string, unknown>>;
    }
  }
}

interface Binding {
  createMdastHandle(text: string, options: number): unknown;
  createMdxMdastHandle(text: string, options: number): unknown;
  serializeHandle(handle: unknown): Uint8Array;
  dropHandle(handle: unknown): void;
}

/** Memory in pages of 64 KB: the minimum that the module requires, and a maximum of 512 MB. */
const memorySize = { initial: 4000, maximum: 8192 };

/** Ignores the message of a panic, because the trap that follows it becomes an exception. */
const ignore = () => {};

const syntaxError = /^(\d+):(\d+): ([\s\S]*?)(?: \([\w:-]+\))?$/;

export class LimitedParser {
  #module: WebAssembly.Module | undefined;
  #binding: Binding | undefined;
  readonly #options: number;

  constructor(features: Parameters<typeof featuresToNative>[0]) {
    this.#options = featuresToNative(features).parseOptions;
  }

  /** @throws if memory is exhausted or the parser fails. The next text gets a new instance. */
  parse(text: string): Uint8Array {
    try {
      this.#binding ??= this.#start();
      const handle = this.#binding.createMdastHandle(text, this.#options);
      const bytes = this.#binding.serializeHandle(handle);
      this.#binding.dropHandle(handle);
      return bytes;
    } catch (error) {
      this.#binding = undefined;
      throw error;
    }
  }

  /** Returns the location and reason if a text is not valid MDX. Undefined if it is valid, or if the parser fails. */
  mdxFault(text: string): { readonly line: number; readonly column: number; readonly reason: string } | undefined {
    try {
      this.#binding ??= this.#start();
      this.#binding.dropHandle(this.#binding.createMdxMdastHandle(text, this.#options));
      return undefined;
    } catch (error) {
      const [, line, column, reason = ''] = syntaxError.exec((error as Error).message) ?? [];
      if (line === undefined) this.#binding = undefined;
      return line === undefined ? undefined : { line: Number(line), column: Number(column), reason };
    }
  }

  #start(): Binding {
    this.#module ??= new WebAssembly.Module(readFileSync(packageFile('dist/satteri.wasm')));
    const memory = new WebAssembly.Memory({ ...memorySize, shared: true });
    const { napiModule } = instantiateNapiModuleSync(this.#module, {
      context: ownContext(),
      asyncWorkPoolSize: 0,
      wasi: new WASI({ returnOnExit: true, print: ignore, printErr: ignore }) as WASIInstance,
      onCreateWorker: () => {
        throw new Error('the parser starts no threads');
      },
      overwriteImports: (imports) => ({
        ...imports,
        env: { ...imports['env'], ...imports['napi'], ...imports['emnapi'], memory },
      }),
      beforeInit: ({ instance }) => {
        for (const [name, register] of Object.entries(instance.exports)) {
          if (name.startsWith('__napi_register__')) (register as () => void)();
        }
      },
    });
    return napiModule.exports as Binding;
  }
}

/** Creates a WebAssembly context. emnapi's `beforeExit` listener would prevent garbage collection of the context and its memory. */
function ownContext() {
  const context = createContext();
  const listener = process.listeners('beforeExit').at(-1);
  if (listener) process.off('beforeExit', listener);
  return context;
}
