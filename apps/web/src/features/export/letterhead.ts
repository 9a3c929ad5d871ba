import type { Letterhead } from '#features/paper/index.ts'
import { useConfig } from '#lib/config.ts'

/** Returns whose documents these are. The one place for a logo of the organisation: a data URL as `logo`. */
export function useLetterhead(): Letterhead {
  const { customer, appName } = useConfig()
  return { name: customer || appName }
}
