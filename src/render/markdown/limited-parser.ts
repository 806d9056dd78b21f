// The parser as WebAssembly, in a memory that has an end: what the native one would take from the whole machine is an exception here.
import { readFileSync } from 'node:fs';
import { instantiateNapiModuleSync } from '@emnapi/core';
import { createContext } from '@emnapi/runtime';
// satteri's own function packs the options into bits. No entry of the package has it; its version is exact.
import { featuresToNative } from '../../../node_modules/satteri/dist/compile.js';
import { packageFile } from '../../model/package-file.js';
import { parserFeatures } from './parser-features.js';

declare global {
  /** What is used of it here; Node's types have none. */
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

/** What the parser exports of which docgen needs something; a tree comes as bytes. */
interface Binding {
  createMdastHandle(text: string, options: number): unknown;
  serializeHandle(handle: unknown): Uint8Array;
  dropHandle(handle: unknown): void;
}

/** Pages of 64 KB: as many as the module wants at once, and 512 MB. */
const memorySize = { initial: 4000, maximum: 8192 };

const { parseOptions } = featuresToNative(parserFeatures);

/** Parses with an instance of its own; the bytes are those that satteri's `MdastReader` reads. */
export class LimitedParser {
  #module: WebAssembly.Module | undefined;
  #binding: Binding | undefined;

  /** Throws where the text needs more memory than there is, or meets a fault of the parser; the next text gets a new instance. */
  parse(text: string): Uint8Array {
    try {
      this.#binding ??= this.#start();
      const handle = this.#binding.createMdastHandle(text, parseOptions);
      const bytes = this.#binding.serializeHandle(handle);
      this.#binding.dropHandle(handle);
      return bytes;
    } catch (error) {
      this.#binding = undefined;
      throw error;
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

/** A context waits for the end of the process to clear up; it would never be garbage, and its memory neither. */
function ownContext() {
  const context = createContext();
  const listener = process.listeners('beforeExit').at(-1);
  if (listener) process.off('beforeExit', listener);
  return context;
}

/** The few calls to a system that the module knows: it has no environment, no clock, no files. */
function wasiOf(memory: WebAssembly.Memory) {
  const view = () => new DataView(memory.buffer);
  const wasiImport = {
    environ_get: () => 0,
    environ_sizes_get: (count: number, size: number) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    clock_time_get: (_clock: number, _precision: bigint, time: number) => {
      view().setBigUint64(time, 0n, true);
      return 0;
    },
    // Seeds of hash tables, which decide about no output.
    random_get: (start: number, length: number) => {
      new Uint8Array(memory.buffer, start, length).fill(7);
      return 0;
    },
    // The message of a panic; the trap behind it is the exception.
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
