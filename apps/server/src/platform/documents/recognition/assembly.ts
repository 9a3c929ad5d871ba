// What Tesseract's program needs of WebAssembly, whose types are declared for browsers only.

/** A compiled program. */
type Module = object

export interface Instance {
  readonly exports: Readonly<Record<string, unknown>>
}

export interface Memory {
  /** Another buffer after the memory has grown. */
  readonly buffer: ArrayBuffer
}

interface Assembly {
  readonly Module: new (bytes: Uint8Array) => Module
  readonly Instance: new (module: Module, imports: object) => Instance
  readonly Memory: new (limits: { initial: number }) => Memory
}

const { WebAssembly: assembly } = globalThis as unknown as { readonly WebAssembly: Assembly }

/** Compiles a program. Returns a function that starts it, with its memory. */
export function compiled(bytes: Uint8Array): (imports: object) => {
  readonly instance: Instance
  readonly module: Module
  readonly memory: Memory | undefined
} {
  const module = new assembly.Module(bytes)
  return (imports) => {
    const instance = new assembly.Instance(module, imports)
    const memory = Object.values(instance.exports).find((one) => one instanceof assembly.Memory)
    return { instance, module, memory }
  }
}
