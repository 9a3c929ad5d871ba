// Single sign-on with OpenID Connect (decision 19).
import type { CallData, contract } from '@polylogue/contract'
import { openTurns, type InTurn } from '#platform/turns.ts'
import { Problem } from '#problem.ts'
import { attemptFrom } from '../attempts/index.ts'
import type { Origin } from '../proof.ts'
import type { SignedInPair } from '../sessions/index.ts'
import { openBegun, sealBegun, type Begun } from './begun.ts'
import type { SsoConfig, SsoDeps } from './deps.ts'
import { isRefusal, isTaken, NO_EMAIL, signInAs, UNVERIFIED, type Refused } from './people.ts'
import { openProvider, type Provider } from './provider.ts'
import { answerAt, isRedirectAllowed, type Identity } from './rules.ts'
import * as store from './store.ts'

export type { EndEveryToken, SsoConfig } from './deps.ts'
export { sweepSpent } from './store.ts'

/** How long a user may take at the identity provider. */
const REQUEST_MS = 10 * 60_000
/** Queue for returning users: limits the load on the database and the provider, however many answers are guessed. */
const TURNS = { atOnce: 16, waiting: 2_000, timeoutMs: 10_000 }

export interface Sso {
  state(): CallData<typeof contract.auth.ssoState>
  /** Stores and counts nothing. @throws Problem SSO_DISABLED, SSO_UNAVAILABLE, VALIDATION_FAILED */
  begin(redirectUri: string): Promise<{ url: string; key: string }>
  /** @throws Problem SSO_DISABLED, SSO_UNAVAILABLE, SSO_FAILED, SSO_EMAIL_UNVERIFIED, SSO_EMAIL_MISSING, SSO_NO_ACCOUNT, TOO_MANY_ATTEMPTS, SERVER_BUSY */
  finish(sent: { key: string; callback: string }, origin: Origin): Promise<SignedInPair>
  /** Closes the connections to the provider. */
  close(): Promise<void>
}

export function openSso(deps: SsoDeps, config: SsoConfig | undefined): Sso {
  if (!config) {
    const disabled = () => Promise.reject(new Problem('SSO_DISABLED'))
    return {
      state: () => ({ enabled: false, name: '' }),
      begin: disabled,
      finish: disabled,
      close: () => Promise.resolve(),
    }
  }
  const provider = openProvider(deps, config)
  const inTurn = openTurns(TURNS)
  return {
    state: () => ({ enabled: true, name: config.name }),
    begin: (redirectUri) => begin(deps, config, provider, redirectUri),
    finish: (sent, origin) => finish({ ...deps, inTurn }, config, provider, sent, origin),
    close: () => provider.close(),
  }
}

async function begin(
  deps: SsoDeps,
  config: SsoConfig,
  provider: Provider,
  redirectUri: string,
): Promise<{ url: string; key: string }> {
  const { secrets, clock } = deps
  if (!isRedirectAllowed(redirectUri, config.redirectUris)) throw notAllowed()
  const [state, nonce, verifier] = [secrets.randomToken(), secrets.randomToken(), secrets.randomToken()]
  const challenge = secrets.digest(verifier).toString('base64url')
  const url = await provider.authorizationUrl({ redirectUri, state, nonce, challenge })
  const until = clock.now().getTime() + REQUEST_MS
  return { url, key: sealBegun(secrets, { state, nonce, verifier, redirectUri, until }) }
}

async function finish(
  deps: SsoDeps & { readonly inTurn: InTurn },
  config: SsoConfig,
  provider: Provider,
  sent: { key: string; callback: string },
  origin: Origin,
): Promise<SignedInPair> {
  const came = answerTo(deps, sent)
  if (came instanceof Problem) {
    await deps.signInAudit.strayed(origin, came.code)
    throw came
  }
  return deps.inTurn(() => comeBack(deps, config, provider, came, origin))
}

async function comeBack(
  deps: SsoDeps,
  config: SsoConfig,
  provider: Provider,
  came: Came,
  origin: Origin,
): Promise<SignedInPair> {
  // Only requests to the provider count: other failures are cheap and must not block users behind the same address.
  const attempt = attemptFrom('sso', origin.address)
  const reserved = await deps.attempts.reserve(attempt)
  const identity = await identify(deps, provider, came).catch(async (error: unknown) => {
    await deps.signInAudit.failed({ userId: null, origin, method: 'sso', why: whyOf(error) })
    throw error
  })
  const signedIn = await signIn(deps, config, identity, origin)
  if (!('pair' in signedIn)) {
    await deps.signInAudit.failed({ ...signedIn, origin, method: 'sso' })
    throw new Problem(codeOf(signedIn.why), { claim: config.emailClaim })
  }
  await deps.db.transaction((tx) => deps.attempts.forgive(tx, attempt, reserved), { essential: true })
  deps.log.info(
    { address: origin.address, userId: signedIn.userId },
    'signed in through the identity provider',
  )
  return signedIn
}

const whyOf = (error: unknown) => (error instanceof Problem ? error.code : 'UNEXPECTED')

interface Came {
  readonly begun: Begun
  /** The code, or an error, at the requested redirect address. */
  readonly answer: URL
}

/** Checks the callback without the database and the provider; returns the answer or the reason of the refusal. */
function answerTo(
  { secrets, clock }: SsoDeps,
  { key, callback }: { key: string; callback: string },
): Came | Problem {
  const begun = openBegun(secrets, key)
  if (!begun || begun.until <= clock.now().getTime()) return late()
  const answer = answerAt(begun.redirectUri, callback)
  if (!answer) return new Problem('SSO_FAILED', { reason: 'the browser came back to another address' })
  if (answer.searchParams.get('state') !== begun.state)
    return new Problem('SSO_FAILED', { reason: 'the identity provider’s reply is not valid' })
  return { begun, answer }
}

/** Returns the identity of the user. The state can be used only once, since one key can be encoded in several ways. */
async function identify(
  { secrets, db }: SsoDeps,
  provider: Provider,
  { begun, answer }: Came,
): Promise<Identity> {
  const isFirst = await store.spend(db.orm, secrets.digest(begun.state), new Date(begun.until))
  if (!isFirst) throw late()
  return provider.identityAt(answer, begun)
}

/** The problem of a refusal. It names the claim, and says nothing about the account of another. */
function codeOf(why: string): 'SSO_EMAIL_UNVERIFIED' | 'SSO_EMAIL_MISSING' | 'SSO_NO_ACCOUNT' {
  if (why === UNVERIFIED) return 'SSO_EMAIL_UNVERIFIED'
  return why === NO_EMAIL ? 'SSO_EMAIL_MISSING' : 'SSO_NO_ACCOUNT'
}

const late = () => new Problem('SSO_FAILED', { reason: 'it took too long or was already completed' })

async function signIn(
  deps: SsoDeps,
  config: SsoConfig,
  identity: Identity,
  origin: Origin,
): Promise<SignedInPair | Refused> {
  const once = () => deps.db.transaction((tx) => signInAs(deps, config, tx, { identity, origin }))
  try {
    // On a conflict with a concurrent creation, the second attempt sees the other account.
    return await once().catch((error: unknown) => {
      if (!isTaken(error)) throw error
      return once()
    })
  } catch (error) {
    if (isRefusal(error)) return { userId: null, why: error.code }
    throw error
  }
}

function notAllowed(): Problem {
  const issues = [{ path: 'redirectUri', message: 'is not an allowed redirect address' }]
  return new Problem(
    'VALIDATION_FAILED',
    { issues: 'redirectUri is not an allowed redirect address' },
    { issues },
  )
}
