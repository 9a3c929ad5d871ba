// Single sign-on (OpenID Connect; decision 19): to the identity provider, and back with who somebody is.
import type { CallData, contract } from '@polylogue/contract'
import { Problem } from '../../../problem.ts'
import { attemptFrom } from '../rules.ts'
import type { Origin } from '../proof.ts'
import type { SignedInPair } from '../sessions.ts'
import type { SsoConfig, SsoGiven } from './given.ts'
import { isRefusal, signInAs, type Refused } from './people.ts'
import { openProvider, type Provider } from './provider.ts'
import { answerAt, isRedirectAllowed, type Identity } from './rules.ts'
import * as store from './store.ts'

export type { SsoConfig } from './given.ts'

/** How long somebody may take at the identity provider. */
const REQUEST_MS = 10 * 60_000

export interface Sso {
  state(): CallData<typeof contract.auth.ssoState>
  /** @throws Problem SSO_DISABLED, SSO_UNAVAILABLE, TOO_MANY_ATTEMPTS, VALIDATION_FAILED */
  begin(redirectUri: string, origin: Origin): Promise<{ url: string; key: string }>
  /** @throws Problem SSO_DISABLED, SSO_UNAVAILABLE, SSO_FAILED, SIGN_IN_FAILED, TOO_MANY_ATTEMPTS */
  finish(sent: { key: string; callback: string }, origin: Origin): Promise<SignedInPair>
  /** Closes the connections to the provider. */
  close(): Promise<void>
}

export function openSso(given: SsoGiven, config: SsoConfig | undefined): Sso {
  if (!config) {
    const disabled = () => Promise.reject(new Problem('SSO_DISABLED'))
    return {
      state: () => ({ enabled: false, name: '' }),
      begin: disabled,
      finish: disabled,
      close: () => Promise.resolve(),
    }
  }
  const provider = openProvider(given, config)
  return {
    state: () => ({ enabled: true, name: config.name }),
    begin: (redirectUri, origin) => begin(given, config, provider, redirectUri, origin),
    finish: (sent, origin) => finish(given, config, provider, sent, origin),
    close: () => provider.close(),
  }
}

async function begin(
  given: SsoGiven,
  config: SsoConfig,
  provider: Provider,
  redirectUri: string,
  origin: Origin,
): Promise<{ url: string; key: string }> {
  const { secrets, clock, db } = given
  if (!isRedirectAllowed(redirectUri, config.redirectUris)) throw notAllowed()
  // Forgiven by the sign-in that succeeds.
  await given.attempts.reserve(attemptFrom('sso', origin.address))
  const [key, state, nonce, verifier] = Array.from({ length: 4 }, () => secrets.randomToken())
  if (!key || !state || !nonce || !verifier) throw new Error('There is no randomness')
  const challenge = secrets.digest(verifier).toString('base64url')
  const url = await provider.authorizationUrl({ redirectUri, state, nonce, challenge })
  await store.keepRequest(db.orm, {
    keyHash: secrets.digest(key),
    state,
    nonce,
    verifier: secrets.encrypt(verifier),
    redirectUri,
    until: new Date(clock.now().getTime() + REQUEST_MS),
  })
  return { url, key }
}

async function finish(
  given: SsoGiven,
  config: SsoConfig,
  provider: Provider,
  { key, callback }: { key: string; callback: string },
  origin: Origin,
): Promise<SignedInPair> {
  const attempt = attemptFrom('sso', origin.address)
  const reserved = await given.attempts.reserve(attempt)
  const identity = await comeBack(given, provider, { key, callback }).catch(async (error: unknown) => {
    const why = error instanceof Problem ? error.code : 'UNEXPECTED'
    await given.trail.failed({ userId: null, origin, method: 'sso', why })
    throw error
  })
  const signedIn = await signIn(given, config, identity, origin)
  if (!('pair' in signedIn)) {
    await given.trail.failed({ ...signedIn, origin, method: 'sso' })
    throw new Problem('SIGN_IN_FAILED')
  }
  await given.db.transaction((tx) => given.attempts.forgive(tx, attempt, reserved), { essential: true })
  given.log.info(
    { address: origin.address, userId: signedIn.userId },
    'signed in through the identity provider',
  )
  return signedIn
}

/** Who came back with the answer to a request that this browser's key belongs to. */
async function comeBack(
  { secrets, clock, db }: SsoGiven,
  provider: Provider,
  { key, callback }: { key: string; callback: string },
): Promise<Identity> {
  const request = await store.takeRequest(db.orm, secrets.digest(key), clock.now())
  if (!request) throw new Problem('SSO_FAILED', { reason: 'it took too long, or was finished before' })
  const { state, nonce, verifier, redirectUri } = request
  const answer = answerAt(redirectUri, callback)
  if (!answer) throw new Problem('SSO_FAILED', { reason: 'the browser came back to another address' })
  return provider.identityAt(answer, { state, nonce, verifier: secrets.decrypt(verifier) })
}

async function signIn(
  given: SsoGiven,
  config: SsoConfig,
  identity: Identity,
  origin: Origin,
): Promise<SignedInPair | Refused> {
  try {
    return await given.db.transaction((tx) => signInAs(given, config, tx, { identity, origin }))
  } catch (error) {
    if (isRefusal(error)) return { userId: null, why: error.code }
    throw error
  }
}

function notAllowed(): Problem {
  const issues = [{ path: 'redirectUri', message: 'is not an address to come back to' }]
  return new Problem(
    'VALIDATION_FAILED',
    { issues: 'redirectUri is not an address to come back to' },
    { issues },
  )
}
