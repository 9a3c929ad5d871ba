// Memory of the idle product: after the very first start, and after the next one.
//   node bench/memory.ts
import { processUse } from './lib/figures.ts'
import { startProduct, type Product } from '../apps/server/test/product.ts'

async function measure(name: string, start: () => Promise<Product>): Promise<Product> {
  const began = performance.now()
  const product = await start()
  const ready = Math.round(performance.now() - began)
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  const before = processUse(product.pid)
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  const after = processUse(product.pid)
  const idle = ((after.cpuSeconds - before.cpuSeconds) * 10).toFixed(1)
  console.log(`${name}: ready after ${ready} ms, ${after.rssMb} MB resident, ${idle} % of a core idle`)
  return product
}

const first = await measure('first start', () => startProduct())
await first.stop()
const second = await measure('second start', () => startProduct({ dataDir: first.dataDir }))
await second[Symbol.asyncDispose]()
