/**
 * What is left of one kind of background work, for its operator. The query returns one row with the columns `running`,
 * `waiting`, `failed` (counts) and `oldest` (when the oldest that waits was created), and reads only an index of what is left:
 * it must not become slower with what is done.
 */
export interface WorkLeft {
  readonly kind: string
  readonly query: string
}
