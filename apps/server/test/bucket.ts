// A minimal S3 server: objects by name, lists in pages of two, and failures as a test wants them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Config } from '#config.ts'

export interface Bucket extends AsyncDisposable {
  readonly objects: Map<string, Buffer>
  readonly config: S3Config
  /** Answers every request with this status and error code; undefined: as a bucket does. */
  failing: readonly [status: number, code: string] | undefined
  /** The requests so far, as method and name. */
  readonly requests: string[]
  /** Does not answer any more, until `listen`. */
  stop(): Promise<void>
  listen(): Promise<void>
}

export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => answer(request, response, body),
      () => response.destroy(),
    )
  })
  const refuse = (response: ServerResponse, status: number, code: string) =>
    response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const url = new URL(request.url ?? '', 'http://bucket')
    const signed = /^AWS4-HMAC-SHA256 Credential=key\/.*Signature=[0-9a-f]{64}$/.test(
      request.headers.authorization ?? '',
    )
    const name = url.pathname.replace(/^\/media\/?/, '')
    requests.push(`${request.method} ${name}`)
    if (bucket.failing) return refuse(response, ...bucket.failing)
    if (!signed) return refuse(response, 403, 'InvalidAccessKeyId')
    if (request.method === 'GET' && name === '') return response.end(list(objects, url.searchParams))
    if (request.method === 'PUT') objects.set(name, body)
    if (request.method === 'DELETE') objects.delete(name)
    const found = objects.get(name)
    if (request.method === 'GET' && !found) return refuse(response, 404, 'NoSuchKey')
    return response.end(found)
  }
  let port = 0
  const listen = async () => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  const stop = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  await listen()
  const bucket: Bucket = {
    objects,
    requests,
    failing: undefined,
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'media',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
    stop,
    listen,
    [Symbol.asyncDispose]: stop,
  }
  return bucket
}

function list(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const from = Number(query.get('continuation-token')?.split('&')[1] ?? 0)
  const names = [...objects.keys()].toSorted()
  const keys = names.slice(from, from + 2).map((name) => `<Contents><Key>${name}</Key></Contents>`)
  const more =
    from + 2 < names.length ? `<NextContinuationToken>a/b+c=&amp;${from + 2}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${keys.join('')}${more}</ListBucketResult>`
}
