/**
 * Deployment state of a tag: not on its engine · waiting for another · fetching · checking · stored · loading · ready ·
 * failed.
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
