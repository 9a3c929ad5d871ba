// A second process on the data of a running one ends soon, and leaves the first one alone.
import { expect, test } from 'vitest'
import { startProduct } from '../product.ts'
import { startAndFail } from './failing-start.ts'

// Repeated: it measures a start, which takes most of the 2 s on a busy machine.
test(
  'a running product refuses a second process on its data within 2 s with its process id, and keeps running',
  { retry: 1 },
  async () => {
    await using product = await startProduct()
    const { code, output, ms } = await startAndFail({ POLYLOGUE_DATA_DIR: product.dataDir })
    expect(code).toBe(2)
    expect(output).toContain(String(product.pid))
    expect(ms).toBeLessThan(2_000)
    expect((await fetch(`${product.url}/api/v1/health`)).status).toBe(200)
  },
)
