// The HTTP client of the OpenID library: uses the guarded client and connects to the provider only.
import type { CustomFetch } from 'openid-client'
import { readBody, type Outbound, type TrustedClient } from '#platform/outbound/index.ts'

/** Maximum response size; all documents of a provider are a few kilobytes. */
const BODY_LIMIT = 1_000_000

/** The provider does not respond, or reports an outage. The library rethrows a TypeError unchanged. */
export class ProviderUnreachable extends TypeError {}

/** An origin that neither the configuration nor the provider's metadata names. */
class ForeignOrigin extends TypeError {}

export interface Network {
  readonly fetch: CustomFetch
  /** Allows requests to the origins of these addresses. */
  allow(addresses: readonly (string | undefined)[]): void
  close(): Promise<void>
}

export function openNetwork(options: { outbound: Pick<Outbound, 'trusted'>; issuer: string }): Network {
  const allowed = new Set([new URL(options.issuer).origin])
  const clients = new Map<string, TrustedClient>()
  const clientFor = (origin: string) => {
    const client =
      clients.get(origin) ?? options.outbound.trusted({ baseUrl: origin, connectTimeoutMs: 4_000 })
    clients.set(origin, client)
    return client
  }
  return {
    allow(addresses) {
      for (const address of addresses) if (address !== undefined) allowed.add(new URL(address).origin)
    },
    async fetch(address, { method, headers, body, signal }) {
      const url = new URL(address)
      if (!allowed.has(url.origin)) throw new ForeignOrigin(`${url.origin} is not the identity provider’s`)
      return request(clientFor(url.origin), url, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        ...(body === null || body === undefined ? {} : { body: textOf(body) }),
        ...(signal ? { signal } : {}),
      })
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()))
    },
  }
}

type SentRequest = Omit<Parameters<TrustedClient['request']>[0], 'path'>

async function request(
  client: TrustedClient,
  { pathname, search }: URL,
  sent: SentRequest,
): Promise<Response> {
  try {
    const { status, headers, body } = await client.request({ ...sent, path: pathname + search })
    const bytes = await readBody(body, BODY_LIMIT)
    if (status >= 500) throw new ProviderUnreachable(`The identity provider answered ${status}`)
    const type = headers['content-type']
    return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, {
      status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    })
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error
    throw new ProviderUnreachable('The identity provider does not answer', { cause: error })
  }
}

function textOf(body: NonNullable<Parameters<CustomFetch>[1]['body']>): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('The identity provider is sent text alone')
}
