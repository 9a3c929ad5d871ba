// What is known of somebody who signs in.

/** Where a session is begun from. */
export interface Origin {
  readonly address: string
  readonly agent: string
  readonly requestId?: string
}

/** How somebody proved who they are. */
export interface Proof {
  readonly method: 'password' | 'sso' | 'set-up'
  /** The hash that their password was compared with. */
  readonly passwordHash?: string
  /** The same password's hash at today's cost, to be kept in its place. */
  readonly rehashed?: string | undefined
}
