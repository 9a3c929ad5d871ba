/** Where a session starts from. */
export interface Origin {
  readonly address: string
  readonly agent: string
  readonly requestId?: string
}

/** How a user proved their identity. */
export interface Proof {
  readonly method: 'password' | 'sso' | 'set-up'
  /** The hash that the password was compared with. */
  readonly passwordHash?: string
  /** Hash of the same password at the current cost; replaces the old one. */
  readonly rehashed?: string | undefined
}
