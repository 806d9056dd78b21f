// The parser as WebAssembly with limited memory, for texts that could exhaust the machine's memory in the native parser, and for the grammar of
// MDX, whose native parser crashes if brackets in an expression are nested 30,000 deep.
import { readFileSync } from 'node:fs';
import { instantiateNapiModuleSync } from '@emnapi/core';
import { createContext } from '@emnapi/runtime';
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
      wasi: wasiOf(memory),
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

function wasiOf(memory: WebAssembly.Memory) {
  const view = () => new DataView(memory.buffer);
  const fill = (start: number, length: number, value = 0) => {
    new Uint8Array(memory.buffer, start, length).fill(value);
    return 0;
  };
  const wasiImport = {
    environ_get: () => 0,
    environ_sizes_get: (count: number, size: number) => {
      fill(count, 4);
      return fill(size, 4);
    },
    clock_time_get: (_clock: number, _precision: bigint, time: number) => fill(time, 8),
    // Seeds of hash tables. They don't affect the output.
    random_get: (start: number, length: number) => fill(start, length, 7),
    // Ignores the message of a panic, because the trap that follows it becomes an exception.
    fd_write: (_file: number, list: number, count: number, written: number) => {
      let length = 0;
      for (let index = 0; index < count; index += 1) length += view().getUint32(list + 8 * index + 4, true);
      view().setUint32(written, length, true);
      return 0;
    },
    proc_exit: (code: number) => {
      throw new Error(`the parser ended with ${code}`);
    },
    sched_yield: () => 0,
  };
  const initialize = ({ exports }: WebAssembly.Instance) => (exports['_initialize'] as (() => void) | undefined)?.();
  return { wasiImport, initialize, start: () => 0 };
}
