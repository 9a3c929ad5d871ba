// V8 13.6, the one of Node 24, can free a piece of compiled WebAssembly twice and then aborts the whole process: "Check failed:
// jit_page_->allocations_.erase(addr) == 1" (nodejs/node#64500 and #66366; decision 31).
import { setFlagsFromString } from 'node:v8'

export const KEEP_WASM_CODE = '--no-wasm-code-gc'

/** From now on compiled WebAssembly is kept until the process ends, in all its threads. */
export function keepWasmCode(): void {
  setFlagsFromString(KEEP_WASM_CODE)
}
