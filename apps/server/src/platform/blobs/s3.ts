import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../../config.ts'
import { readBody, type Outbound, type OutboundResponse } from '../outbound/index.ts'
import type { BlobPieces, Blobs } from './blobs.ts'
import { isBlobKey } from './key.ts'

const TIMEOUT_MS = 60_000
const MAX_BYTES = 1_000_000_000

type Method = 'GET' | 'PUT' | 'DELETE'

/** Stores blobs in an S3-compatible bucket, with path-style addresses and AWS Signature 4. */
export function openS3Blobs(config: S3Config, outbound: Outbound): Blobs {
  const http = outbound.trusted({ baseUrl: config.endpoint })
  const origin = config.endpoint.replace(/(?<!\/)\/+$/, '')
  const client = new AwsClient({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    service: 's3',
  })
  const bucket = `/${encodeURIComponent(config.bucket)}`
  const send = (method: Method, key: string, body?: Uint8Array, signal?: AbortSignal) =>
    sendTo(method, `${bucket}/${encodeURIComponent(key)}`, body, signal)
  const soon = () => AbortSignal.timeout(TIMEOUT_MS)
  async function sendTo(method: Method, path: string, body?: Uint8Array, signal = soon()) {
    const signed = await client.sign(`${origin}${path}`, {
      method,
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
    return http.request({
      method,
      path,
      headers: Object.fromEntries([...signed.headers].filter(([name]) => name !== 'host')),
      ...(body ? { body } : {}),
      signal,
    })
  }
  return {
    async put(key, bytes) {
      await settle(await send('PUT', key, bytes), [200])
    },
    async find(key) {
      const response = await send('GET', key)
      if (response.status === 404) {
        // Read to the end, so that the connection is reused.
        await readBody(response.body, MAX_BYTES)
        return undefined
      }
      if (response.status !== 200) await settle(response, [200])
      return readBody(response.body, MAX_BYTES)
    },
    open: (key) => openPieces((signal) => send('GET', key, undefined, signal)),
    async remove(key) {
      await settle(await send('DELETE', key), [200, 204, 404])
    },
    async *keys() {
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(token ? { 'continuation-token': token } : {}),
        })
        const response = await sendTo('GET', `${bucket}?${query.toString()}`)
        if (response.status !== 200) await settle(response, [200])
        const xml = (await readBody(response.body, MAX_BYTES)).toString()
        yield* valuesOf(xml, 'Key').filter(isBlobKey)
        token = valuesOf(xml, 'NextContinuationToken')[0]
      }
    },
  }
}

/** The timeout covers only the start of the response, since the consumer may read slowly. */
async function openPieces(
  get: (signal: AbortSignal) => Promise<OutboundResponse>,
): Promise<BlobPieces | undefined> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error('the object store did not answer')), TIMEOUT_MS)
  try {
    const { status, headers, body } = await get(late.signal)
    if (status === 200) return { size: Number(headers['content-length']) || undefined, bytes: body }
    await readBody(body, MAX_BYTES)
    if (status === 404) return undefined
    throw new Error(`the object store answered ${status}`)
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the texts of all elements with that name. */
function valuesOf(xml: string, name: string): string[] {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return [...xml.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].flatMap(([, element, text = '']) =>
    element === name ? [text.replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole)] : [],
  )
}

async function settle(response: OutboundResponse, expected: readonly number[]): Promise<void> {
  await readBody(response.body, MAX_BYTES)
  if (!expected.includes(response.status)) throw new Error(`the object store answered ${response.status}`)
}
