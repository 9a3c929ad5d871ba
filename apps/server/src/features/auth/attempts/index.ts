// Limits attempts to sign in, to sign up and to set up.
export { openAttempts, type Attempts } from './attempts.ts'
export {
  ATTEMPT_LIMITS,
  attemptFrom,
  attemptOnPerson,
  SIGN_UP_LIMITS,
  SSO_LIMITS,
  type Attempt,
  type AttemptLimits,
} from './rules.ts'
export { sweepAttempts } from './store.ts'
