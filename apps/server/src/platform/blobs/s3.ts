import { AwsClient } from 'aws4fetch'
import type { S3Config } from '#config.ts'
import { readBody, type Outbound, type OutboundResponse } from '../outbound/index.ts'
import type { BlobPieces, BlobStore } from './blobs.ts'
import { isBlobKey, MARK_TEXT, nameOfMark } from './key.ts'
import { StoreFailed } from './unavailable.ts'

const TIMEOUT_MS = 60_000
const MARK_TIMEOUT_MS = 10_000
/** The name of no blob: a bucket without it says that it does not have it. */
const PROBE = 'media-store'
const MAX_BYTES = 1_000_000_000
const MAX_ANSWER_BYTES = 1_000_000

type Method = 'GET' | 'PUT' | 'DELETE'

/** Sends signed requests to a bucket, by the name of an object or a query. */
function openBucket(config: S3Config, outbound: Outbound) {
  const http = outbound.trusted({ baseUrl: config.endpoint })
  const origin = config.endpoint.replace(/(?<!\/)\/+$/, '')
  const client = new AwsClient({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    service: 's3',
  })
  const bucket = `/${encodeURIComponent(config.bucket)}`
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
    place: `the bucket ${config.bucket} at ${origin}`,
    send: (method: Method, name: string, body?: Uint8Array, signal?: AbortSignal) =>
      sendTo(method, `${bucket}/${encodeURIComponent(name)}`, body, signal),
    list: (query: URLSearchParams) => sendTo('GET', `${bucket}?${query.toString()}`),
  }
}

/** Stores blobs in an S3-compatible bucket, with path-style addresses and AWS Signature 4. */
export function openS3Blobs(config: S3Config, outbound: Outbound): BlobStore {
  const { place, send, list } = openBucket(config, outbound)
  const markSoon = () => AbortSignal.timeout(MARK_TIMEOUT_MS)
  const remove = async (name: string) => {
    const response = await send('DELETE', name)
    if (response.status === 404) return mustBeMissing(response)
    await settle(response, [200, 204])
  }
  return {
    place,
    settings: 'S3_ENDPOINT, S3_REGION, S3_BUCKET and the keys',
    async reach() {
      const response = await send('GET', PROBE, undefined, markSoon())
      if (response.status === 200) return void (await readBody(response.body, MAX_BYTES))
      try {
        await mustBeMissing(response)
      } catch (error) {
        // Keys that may not list the bucket are denied every object that does not exist.
        if (!(error instanceof StoreFailed) || error.code !== 'AccessDenied') throw error
      }
    },
    nameOfMark,
    async hasMark(id) {
      const response = await send('GET', nameOfMark(id), undefined, markSoon())
      if (response.status !== 200) await mustBeMissing(response)
      else await readBody(response.body, MAX_ANSWER_BYTES)
      return response.status === 200
    },
    async mark(id) {
      await settle(await send('PUT', nameOfMark(id), Buffer.from(MARK_TEXT), markSoon()), [200])
    },
    unmark: (id) => remove(nameOfMark(id)),
    async put(key, bytes) {
      await settle(await send('PUT', key, bytes), [200])
    },
    async find(key) {
      const response = await send('GET', key)
      if (response.status === 200) return readBody(response.body, MAX_BYTES)
      return mustBeMissing(response)
    },
    open: (key) => openPieces((signal) => send('GET', key, undefined, signal)),
    remove,
    async *keys() {
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(token ? { 'continuation-token': token } : {}),
        })
        const response = await list(query)
        if (response.status !== 200) throw await answered(response)
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
  const timer = setTimeout(() => late.abort(new StoreFailed('it does not answer')), TIMEOUT_MS)
  try {
    const response = await get(late.signal)
    const { status, headers, body } = response
    if (status === 200) return { size: Number(headers['content-length']) || undefined, bytes: body }
    return await mustBeMissing(response)
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
  // Read to the end, so that the connection is reused.
  if (expected.includes(response.status)) await readBody(response.body, MAX_BYTES)
  else throw await answered(response)
}

/**
 * Resolves if there is no such object. A missing bucket, or a proxy without an object store, answers 404, too.
 * @throws StoreFailed for every other answer
 */
async function mustBeMissing(response: OutboundResponse): Promise<undefined> {
  const failed = await answered(response)
  if (response.status !== 404 || (failed.code !== 'NoSuchKey' && failed.code !== '')) throw failed
  return undefined
}

/** Reads an answer without bytes to its end, so that the connection is reused. */
async function answered({ status, body }: OutboundResponse): Promise<StoreFailed> {
  const text = (await readBody(body, MAX_ANSWER_BYTES)).toString()
  const code = text === '' ? '' : /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1]
  return new StoreFailed(`the object store answered ${status}${code ? ` (${code})` : ''}`, code)
}
