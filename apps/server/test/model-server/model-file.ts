// Serves a tiny model file for the download catalogue of a product under test.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeTinyGguf } from '#engines/embedded/test/tiny-gguf.ts'

export interface ServedModelFile {
  /** The model's reply to every question. */
  readonly text: string
  /** A configuration file for the product: a catalogue whose first model is this one, `lighthouse:v1`. */
  readonly configPath: string
  /** Sends the rest of a held file. */
  release(): void
  close(): Promise<void>
}

const TEXT = 'A lighthouse keeper named Orla lived on a narrow island.'

/** Serves the file; with `held` it is sent slowly and stops before its end until `release`. */
export async function serveModelFile({ held = false } = {}): Promise<ServedModelFile> {
  const place = await mkdtemp(join(tmpdir(), 'polylogue-model-'))
  const path = join(place, 'tiny.gguf')
  // Users ask without options, so the answer must not depend on sampling.
  writeTinyGguf(path, { text: TEXT, certain: true })
  const file = await readFile(path)
  let isHeld = held
  const server = createServer((_req, res) => {
    const step = Math.ceil(file.length / 40)
    let sent = 0
    const send = () => {
      if (!isHeld) {
        clearInterval(timer)
        res.end(file.subarray(sent))
      } else if (sent < 30 * step) res.write(file.subarray(sent, (sent += step)))
    }
    const timer = setInterval(send, 300)
    res.on('close', () => clearInterval(timer))
    res.setHeader('content-length', file.length)
    send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const entry = {
    family: 'lighthouse',
    tag: 'v1',
    title: 'Lighthouse (F16)',
    parameters: 0.001,
    licence: { name: 'MIT', address: 'https://opensource.org/license/mit' },
    sizeBytes: file.length,
    contextLength: 4096,
    capabilities: ['chat'],
    address: `http://127.0.0.1:${port}/tiny.gguf`,
    sha256: createHash('sha256').update(file).digest('hex'),
  }
  const configPath = join(place, 'config.json')
  await writeFile(configPath, JSON.stringify({ embedded: { threads: 1, catalogue: [entry] } }))
  return {
    text: TEXT,
    configPath,
    release: () => void (isHeld = false),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(place, { recursive: true })
    },
  }
}
