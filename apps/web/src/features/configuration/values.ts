// How values of the configuration are shown, and which pages change what belongs to them. Pure.
import type { ConfigurationValue } from '@polylogue/contract'

/** Pages that add to a key, or change the same thing for one person or group, by its first part. */
const PAGES = {
  providers: '/admin/providers',
  localServers: '/admin/providers',
  embedded: '/admin/models-crud',
  promptContexts: '/admin/context-management',
  tenants: '/admin/users',
  signUpRoleId: '/admin/users',
  backups: '/admin/system',
  audit: '/admin/audit',
} as const

/** Returns the page of the product where what a key is about can be seen or changed. */
export function pageOf({ key }: Pick<ConfigurationValue, 'key'>): string | undefined {
  const first = key.split('.')[0] ?? ''
  return Object.hasOwn(PAGES, first) ? PAGES[first as keyof typeof PAGES] : undefined
}

/** Returns the values whose key, value or variable has the text, in any case. */
export function matching(values: readonly ConfigurationValue[], text: string): readonly ConfigurationValue[] {
  const wanted = text.trim().toLowerCase()
  return values.filter(({ key, value, variable }) =>
    [key, value, variable].some((one) => one?.toLowerCase().includes(wanted)),
  )
}
