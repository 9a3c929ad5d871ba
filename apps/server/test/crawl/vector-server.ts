// A model server with large vectors, in a thread of its own: making them must not count as work of the product.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'

const { name, dimensions } = workerData as { name: string; dimensions: number }
const embedding = JSON.stringify(Array.from({ length: dimensions }, (_, at) => Math.fround(1 / (at + 3))))

const server = createServer((request, response) => {
  void text(request).then((body) => {
    response.setHeader('content-type', 'application/json')
    response.end(request.url === '/v1/embeddings' ? vectors(body) : MODELS)
  })
})
const MODELS = JSON.stringify({ object: 'list', data: [{ id: name, object: 'model' }] })

function vectors(body: string): string {
  const { input } = JSON.parse(body) as { input: unknown[] }
  const data = input.map((_, index) => `{"object":"embedding","index":${index},"embedding":${embedding}}`)
  return `{"object":"list","data":[${data.join(',')}]}`
}

server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
