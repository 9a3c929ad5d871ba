// A local identity provider: OpenID Connect authorization code flow with PKCE, and every fault of it.
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'

export const CLIENT_ID = 'polylogue'
export const CLIENT_SECRET = 'a-secret-between-two'

/** Faults of the provider, active until reset. */
export interface Faults {
  nonce?: string
  audience?: string
  issuer?: string
  /** Signed with an unpublished key, unsigned, or signed with the client's secret. */
  signature?: 'foreign' | 'none' | 'symmetric'
  /** Seconds since the token expired. */
  expired?: number
  /** The `iss` parameter of the redirect back to the product (RFC 9207). */
  callbackIssuer?: string
  /** The provider is down: connections hang, or every response is 503. */
  down?: 'hanging' | '503'
  /** The user info is a signed JWT; also with one of the faults of a signature. */
  signedUserInfo?: 'valid' | 'foreign' | 'none' | 'symmetric' | 'otherAudience' | 'otherSubject'
  /** The endpoint whose responses hang. */
  hanging?: string
}

export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string
  /** The user signed in at the provider, as claims of their ID token. */
  person: JWTPayload
  /** Additional claims of the user info endpoint. */
  userInfo: JWTPayload
  faults: Faults
  /** Paths of the requests so far. */
  readonly asked: string[]
  /** Follows a URL as a browser does and returns the redirect address. */
  visit(url: string): Promise<string>
  close(): Promise<void>
}

interface Code {
  readonly challenge: string
  readonly nonce: string
  readonly redirectUri: string
  readonly person: JWTPayload
}

export async function identityProvider(): Promise<IdentityProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'the-key', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, Code>()
  const tokens = new Map<string, JWTPayload>()

  const describe = () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/jwks`,
    userinfo_endpoint: `${provider.issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })

  const sign = async (claims: JWTPayload, faults = provider.faults): Promise<string> => {
    const { signature, audience = CLIENT_ID, issuer = provider.issuer, expired } = faults
    const now = Math.floor(Date.now() / 1_000)
    const ends = expired === undefined ? now + 300 : now - expired
    const common = { ...claims, iss: issuer, aud: audience, iat: ends - 300, exp: ends }
    if (signature === 'none') return new UnsecuredJWT(common).encode()
    if (signature === 'symmetric')
      return new SignJWT(common).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT_SECRET))
    const key = signature === 'foreign' ? foreign.privateKey : privateKey
    return new SignJWT(common).setProtectedHeader({ alg: 'RS256', kid: 'the-key' }).sign(key)
  }

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    const of = (name: string) => query.get(name) ?? ''
    const isRight = of('client_id') === CLIENT_ID && of('response_type') === 'code'
    if (!isRight || of('code_challenge_method') !== 'S256' || !of('code_challenge'))
      return json(response, 400, {})
    const code = randomUUID()
    const { person, faults } = provider
    const redirectUri = of('redirect_uri')
    codes.set(code, { challenge: of('code_challenge'), nonce: of('nonce'), redirectUri, person })
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({
      code,
      state: of('state'),
      iss: faults.callbackIssuer ?? provider.issuer,
    }).toString()
    response.writeHead(302, { location: back.href }).end()
  }

  const trade = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = new URLSearchParams(await textOf(request))
    const code = codes.get(sent.get('code') ?? '')
    codes.delete(sent.get('code') ?? '')
    if (request.headers.authorization !== basic()) return json(response, 401, { error: 'invalid_client' })
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || challenge !== code.challenge || sent.get('redirect_uri') !== code.redirectUri)
      return json(response, 400, { error: 'invalid_grant' })
    const accessToken = randomUUID()
    tokens.set(accessToken, code.person)
    const nonce = provider.faults.nonce ?? code.nonce
    const idToken = await sign({ ...code.person, nonce })
    json(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idToken,
    })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', provider.issuer)
    provider.asked.push(pathname)
    const { down, hanging } = provider.faults
    if (down === 'hanging' || hanging === pathname) return
    if (down === '503') return json(response, 503, {})
    if (pathname === '/.well-known/openid-configuration') return json(response, 200, describe())
    if (pathname === '/jwks') return json(response, 200, { keys: [jwk] })
    if (pathname === '/authorize') return authorize(searchParams, response)
    if (pathname === '/token') return trade(request, response)
    const person = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''))
    if (pathname !== '/userinfo' || !person) return json(response, 404, {})
    const { signedUserInfo: how } = provider.faults
    const info = { sub: how === 'otherSubject' ? 'somebody' : person.sub, ...provider.userInfo }
    if (how === undefined) return json(response, 200, info)
    const signature = how === 'foreign' || how === 'none' || how === 'symmetric' ? { signature: how } : {}
    const audience = how === 'otherAudience' ? { audience: 'another-client' } : {}
    const jwt = await sign(info as JWTPayload, { ...signature, ...audience })
    response.writeHead(200, { 'content-type': 'application/jwt; charset=utf-8' }).end(jwt)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const provider: IdentityProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: {},
    userInfo: {},
    faults: {},
    asked: [],
    async visit(url) {
      const reply = await fetch(url, { redirect: 'manual' })
      const location = reply.headers.get('location')
      if (!location) throw new Error(`The provider answered ${reply.status}`)
      return location
    },
    close,
    [Symbol.asyncDispose]: close,
  }
  return provider
}

const basic = () =>
  `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET.replaceAll('-', '%2D')}`).toString('base64')}`

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
