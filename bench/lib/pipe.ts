// A pass-through proxy as a separate process: measures the cost of this machine, Node and two connections alone.
//   node bench/lib/pipe.ts http://127.0.0.1:9100
import http from 'node:http'
import type { AddressInfo } from 'node:net'

const [upstream = ''] = process.argv.slice(2)
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })

const server = http.createServer((request, response) => {
  const { method = 'GET', url = '/' } = request
  const headers = { 'content-type': 'application/json' }
  const handed = http.request(`${upstream}${url}`, { method, agent, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] ?? '' })
    answer.pipe(response)
    response.once('close', () => handed.destroy())
  })
  handed.once('error', () => response.destroy())
  request.pipe(handed)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`pipe on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
