// How values of the configuration are shown, and which pages change what belongs to them. Pure.
import type { ConfigurationValue } from '@polylogue/contract'
import { hasText } from '#lib/has-words.ts'

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

/** Returns the values whose key, value or variable has the text, without regard to case and accents. */
export function matching(values: readonly ConfigurationValue[], text: string): readonly ConfigurationValue[] {
  return values.filter(({ key, value, variable }) =>
    [key, value, variable].some((one) => one !== null && one !== undefined && hasText(one, text)),
  )
}

/** The keys that can be changed in the page, with their names in the texts. */
const NAMES = {
  dark: 'dark',
  languages: 'languages',
  stickyNotificationMs: 'stickyNotificationMs',
  allowSignUp: 'allowSignUp',
  signUpRoleId: 'signUpRoleId',
  allowDeleteOwnProfile: 'allowDeleteOwnProfile',
  minimumPasswordStrength: 'minimumPasswordStrength',
  'audit.keepDays': 'auditDays',
  'notifications.keepDays': 'notificationDays',
  'recycleBin.keepDays': 'binDays',
  chatTitles: 'chatTitles',
  'attachments.maxBytes': 'attachmentBytes',
  'attachments.types.text': 'attachmentTypes',
  'attachments.types.multimodal': 'pictureTypes',
  exportFormats: 'exportFormats',
  httpShareEnabled: 'httpShareEnabled',
  allowedHosts: 'allowedHosts',
  'limits.streamsPerUser': 'streamsPerUser',
  'limits.waitingPerUser': 'waitingPerUser',
} as const

/** Returns the name of a key in the texts; undefined for one that only the file changes. */
export function nameOf(key: string): (typeof NAMES)[keyof typeof NAMES] | undefined {
  return Object.hasOwn(NAMES, key) ? NAMES[key as keyof typeof NAMES] : undefined
}

/** What is entered for a value: a switch, a number as text, a choice, several choices, or one text a line. */
export type Entered = boolean | string | readonly string[]

/** Returns what a form shows for a value. */
export function enteredOf({ value, form }: Pick<ConfigurationValue, 'value' | 'form'>): Entered {
  const stored: unknown = JSON.parse(value ?? 'null')
  if (form?.kind === 'switch') return stored === true
  if (form?.kind === 'choices') return Array.isArray(stored) ? stored.map(String) : []
  if (form?.kind === 'lines') return Array.isArray(stored) ? stored.join('\n') : ''
  return String(stored)
}

/** Returns the value that is sent; undefined while something is missing or is no number within its limits. */
export function sentOf(entered: Entered, form: NonNullable<ConfigurationValue['form']>): unknown {
  if (form.kind === 'lines')
    return String(entered)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  if (form.kind === 'choices') return Array.isArray(entered) && entered.length > 0 ? entered : undefined
  if (form.kind === 'switch') return entered
  const number = String(entered).trim() === '' ? NaN : Number(entered)
  if (form.kind === 'choice') return number
  return Number.isInteger(number) && number >= form.min && number <= form.max ? number : undefined
}
