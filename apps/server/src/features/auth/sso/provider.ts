// The identity provider: OpenID Connect Core 1.0, authorization code with PKCE (RFC 7636).
import * as oidc from 'openid-client'
import { Problem } from '#problem.ts'
import type { SsoConfig, SsoDeps } from './deps.ts'
import { openNetwork, ProviderUnreachable, type Network } from './network.ts'
import {
  hasGroupsElsewhere,
  identityOf,
  isIncomplete,
  withUserInfo,
  type Claims,
  type Identity,
} from './rules.ts'

/** Timeout of all requests of one sign-in together; a user waits for them. */
const TIMEOUT_MS = 4_500
const REQUEST_SECONDS = 4
/** Maximum age of the cached provider metadata. Unknown keys trigger a refetch at once. */
const DESCRIPTION_MS = 3_600_000

/** Values that were sent to the provider and must be returned. */
export interface Expected {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Provider {
  /** Returns the address to redirect the browser to. @throws Problem SSO_UNAVAILABLE */
  authorizationUrl(sent: {
    redirectUri: string
    state: string
    nonce: string
    challenge: string
  }): Promise<string>
  /**
   * Exchanges the code and verifies the ID token's signature, issuer, audience, nonce and times.
   * @throws Problem SSO_UNAVAILABLE, SSO_FAILED
   */
  identityAt(answer: URL, expected: Expected): Promise<Identity>
  close(): Promise<void>
}

type Deps = Pick<SsoDeps, 'clock' | 'log' | 'outbound'>

export function openProvider(deps: Deps, config: SsoConfig): Provider {
  const network = openNetwork({ outbound: deps.outbound, issuer: config.issuer })
  const described = remember(deps, () => describe(config, network))
  return {
    async authorizationUrl({ redirectUri, state, nonce, challenge }) {
      const provider = await described()
      const url = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: config.scopes,
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      return url.href
    },
    async identityAt(answer, expected) {
      const provider = await described()
      try {
        return await inTime(identify(provider, config, answer, expected))
      } catch (error) {
        throw refusal(deps, error)
      }
    },
    close: () => network.close(),
  }
}

/** Caches the provider's metadata for one hour; concurrent callers share one request. */
function remember({ clock, log }: Deps, ask: () => Promise<oidc.Configuration>) {
  let known: { of: Promise<oidc.Configuration>; until: number } | undefined
  return async (): Promise<oidc.Configuration> => {
    const now = clock.now().getTime()
    if (!known || known.until <= now) known = { of: ask(), until: now + DESCRIPTION_MS }
    const asked = known
    try {
      return await inTime(asked.of)
    } catch (error) {
      if (known === asked) known = undefined
      log.warn({ reason: reasonOf(error) }, 'the identity provider’s description could not be read')
      throw new Problem('SSO_UNAVAILABLE')
    }
  }
}

async function describe(config: SsoConfig, network: Network): Promise<oidc.Configuration> {
  const issuer = new URL(config.issuer)
  const provider = await oidc.discovery(issuer, config.clientId, undefined, undefined, {
    [oidc.customFetch]: network.fetch,
    timeout: REQUEST_SECONDS,
    execute: insecure(issuer),
  })
  const about = provider.serverMetadata()
  network.allow([about.token_endpoint, about.jwks_uri, about.userinfo_endpoint])
  const { supportsPKCE: _, ...metadata } = about
  const complete = new oidc.Configuration(
    { ...metadata, userinfo_signing_alg_values_supported: userInfoSigning(about) },
    config.clientId,
    undefined,
    clientAuth(config, about),
  )
  complete[oidc.customFetch] = network.fetch
  complete.timeout = REQUEST_SECONDS
  // By default the library does not verify the signature of a token received over TLS.
  for (const execute of [oidc.enableNonRepudiationChecks, ...insecure(issuer)]) execute(complete)
  return complete
}

/** Allows HTTP. The configuration accepts an issuer without TLS on this machine only. */
function insecure(issuer: URL): ((provider: oidc.Configuration) => void)[] {
  return issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
}

/**
 * Returns how the provider may sign its user info. Many do not say it and sign as they sign ID tokens. Only signatures of
 * published keys are verified.
 */
function userInfoSigning(about: oidc.ServerMetadata): string[] {
  const told = about.userinfo_signing_alg_values_supported ?? about.id_token_signing_alg_values_supported
  return (told ?? ['RS256']).filter((algorithm) => /^(?:RS|PS|ES)\d{3}$|^Ed/.test(algorithm))
}

function clientAuth({ clientSecret }: SsoConfig, about: oidc.ServerMetadata): oidc.ClientAuth {
  if (clientSecret === undefined) return oidc.None()
  const posts = about.token_endpoint_auth_methods_supported?.includes('client_secret_post')
  return posts ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret)
}

async function identify(
  provider: oidc.Configuration,
  { groupsClaim, emailClaim, groups, trustEmail }: SsoConfig,
  answer: URL,
  { state, nonce, verifier }: Expected,
): Promise<Identity> {
  const tokens = await oidc.authorizationCodeGrant(provider, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  if (!token) throw new TypeError('There is no ID token')
  const rules = { groupsClaim, emailClaim, trustEmail }
  let claims: Claims = token
  const isMore = provider.serverMetadata().userinfo_endpoint !== undefined
  if (isMore && isIncomplete(claims, { ...rules, groups: groups.length > 0 }))
    claims = withUserInfo(token, await oidc.fetchUserInfo(provider, tokens.access_token, token.sub))
  if (groups.length > 0 && hasGroupsElsewhere(claims, groupsClaim))
    throw new Problem('SSO_FAILED', {
      reason: `you are in too many groups to be sent (claim ${groupsClaim})`,
    })
  return identityOf(token.sub, claims, rules)
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderUnreachable('The identity provider is too slow')), TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Maps a failure to one of the two problems. The log contains neither tokens nor claims. */
function refusal({ log }: Deps, error: unknown): Problem {
  const reason = reasonOf(error)
  log.warn({ reason }, 'signing in through the identity provider failed')
  if (error instanceof Problem) return error
  if (isUnreachable(error)) return new Problem('SSO_UNAVAILABLE')
  if (error instanceof oidc.AuthorizationResponseError)
    return new Problem('SSO_FAILED', { reason: 'the identity provider refused it' })
  return new Problem('SSO_FAILED', { reason: 'the identity provider’s reply is not valid' })
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof ProviderUnreachable) return true
  return error instanceof Error && 'code' in error && error.code === 'OAUTH_TIMEOUT'
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const below = cause instanceof Error ? cause.message : ''
  const code = 'code' in error ? String(error.code) : error.name
  return [code, error.message, below].filter(Boolean).join(': ').slice(0, 300)
}
