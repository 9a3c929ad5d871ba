/**
 * Where a tag is on its way to being deployed: absent from its engine · waiting for another · fetching · checking · stored ·
 * loading · ready · failed.
 */
export const DEPLOYMENT_STATES = [
  'absent',
  'waiting',
  'fetching',
  'checking',
  'stored',
  'loading',
  'ready',
  'failed',
] as const
