// The type of a notification by its kind (NOTIFY-1).
import { NOTIFICATION_KINDS, type NotificationKind } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { toNotification, type Entry } from './rules.ts'

const typeOf = (kind: NotificationKind, more: Partial<Entry> = {}): string => {
  const entry: Entry = {
    id: 1,
    place: 1,
    rootId: 1,
    kind,
    count: 1,
    data: {},
    noun: null,
    itemId: null,
    read: false,
    timestamp: 0,
    actor: null,
    level: null,
    name: null,
    called: null,
    question: null,
    document: null,
    announcement: null,
    ...more,
  }
  return (JSON.parse(toNotification(entry, undefined).notificationAsJson) as { type: string }).type
}

test('what ended or was refused warns, what failed is an error, all else informs', () => {
  const other = NOTIFICATION_KINDS.filter((kind) => typeOf(kind) !== 'info').map((kind) => [
    kind,
    typeOf(kind),
  ])
  expect(Object.fromEntries(other)).toEqual({
    accessEnded: 'warning',
    declined: 'warning',
    groupLeft: 'warning',
    newDevice: 'warning',
    modelFailed: 'error',
    datasourceFailed: 'error',
  })
})

test('work that failed is an error, and an announcement is what its author chose', () => {
  for (const kind of ['answerEnded', 'replayEnded', 'goldenRunEnded', 'importEnded'] as const)
    expect(typeOf(kind, { data: { failed: 'true' } })).toBe('error')
  for (const kind of ['info', 'warning', 'error'] as const)
    expect(typeOf('announcement', { announcement: { title: 'A', text: '', kind } })).toBe(kind)
})
