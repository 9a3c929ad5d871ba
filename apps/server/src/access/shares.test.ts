import { describe, expect, test } from 'vitest'
import type { AssocContext } from '@polylogue/contract'
import { holdBack, shareChanges, toSharesResponse, wishedShares, type SharedItem } from './shares.ts'
import type { Person } from './viewer.ts'

const OWNER = 101
const ME = 102
const BERT = 103
const TEAM = 104

const viewer = (contextId: number): Person => ({
  kind: 'person',
  userId: contextId + 1_000,
  contextId,
  tenantContextId: null,
  roleId: 4,
  permissions: new Set(['can_share']),
  sessionId: '',
})
const entry = (contextId: number, write = false, admin = false, read = true): AssocContext => ({
  contextId,
  hasReadAccess: read,
  hasWriteAccess: write,
  hasAdminAccess: admin,
})
const share = (contextId: number, canWrite = false, canAdmin = false) => ({ contextId, canWrite, canAdmin })
const item = (level: number, shares: SharedItem['shares'] = []): SharedItem => ({
  contextId: 200,
  ownerContextId: OWNER,
  level,
  shares,
})

describe('shares in a response', () => {
  test('contain only the owner’s access when there are no shares', () => {
    expect(toSharesResponse(viewer(OWNER), item(3))).toEqual([entry(0, true, true)])
  })
  test('contain only their own access for a user with write access', () => {
    expect(toSharesResponse(viewer(ME), item(2, [share(BERT), share(ME, true)]))).toEqual([entry(ME, true)])
  })
  test('contain the owner and every share for a user with admin access', () => {
    const shares = [share(BERT, true), share(TEAM)]
    const told = [entry(OWNER, true, true), entry(BERT, true), entry(TEAM)]
    expect(toSharesResponse(viewer(OWNER), item(3, shares))).toEqual(told)
  })
})

describe('shares requested by the owner', () => {
  const stored = item(3, [share(BERT, true)])
  test.each<[string, AssocContext[], ReturnType<typeof share>[]]>([
    ['without the owner', [entry(BERT, true)], [share(BERT, true)]],
    ['the owner with less access', [entry(OWNER), entry(BERT, true)], [share(BERT, true)]],
    ['the owner twice', [entry(OWNER), entry(OWNER, true, true), entry(BERT)], [share(BERT)]],
    ['another holder first', [entry(TEAM, true, true), entry(OWNER)], [share(TEAM, true, true)]],
    ['the owner last', [entry(BERT), entry(OWNER, true, true)], [share(BERT)]],
    ['context 0 with full access', [entry(0, true, true)], []],
    ['admin without write', [entry(BERT, false, true)], [share(BERT, true, true)]],
    ['write without read', [entry(BERT, true, false, false)], [share(BERT, true)]],
    ['no access at all: read is always given', [entry(BERT, false, false, false)], [share(BERT)]],
    ['one context twice', [entry(BERT, true), entry(BERT)], [share(BERT, true)]],
    ['one context twice, weaker first', [entry(BERT), entry(BERT, false, true)], [share(BERT, true, true)]],
    ['an empty list', [], []],
  ])('%s', (_, sent, wished) => {
    expect(wishedShares(viewer(OWNER), stored, sent)).toEqual(wished)
  })
  test('no list leaves the shares unchanged', () => {
    expect(wishedShares(viewer(OWNER), stored, undefined)).toBeUndefined()
  })
})

describe('shares requested by another user', () => {
  test('sending back the returned list with admin access through a team changes nothing', () => {
    const shared = item(3, [share(TEAM, true, true), share(ME)])
    const wished = wishedShares(viewer(ME), shared, toSharesResponse(viewer(ME), shared))
    expect(shareChanges(shared.shares, wished ?? [])).toBeUndefined()
  })
  test('users cannot raise their own access', () => {
    const shared = item(3, [share(TEAM, true, true)])
    expect(wishedShares(viewer(ME), shared, [entry(ME, true, true), entry(TEAM, true, true)])).toEqual([
      share(TEAM, true, true),
    ])
  })
  test('sending back the returned list with write access changes nothing', () => {
    const shared = item(2, [share(ME, true), share(BERT)])
    expect(wishedShares(viewer(ME), shared, toSharesResponse(viewer(ME), shared))).toBeUndefined()
  })
  test.each([
    ['more access for themselves', [entry(ME, true, true)]],
    ['less access for themselves', [entry(ME)]],
    ['a new holder', [entry(ME, true), entry(TEAM)]],
    ['a holder who already has access, which would reveal that', [entry(ME, true), entry(BERT)]],
  ])('a writer may not send %s', (_, sent) => {
    const shared = item(2, [share(ME, true), share(BERT)])
    expect(() => wishedShares(viewer(ME), shared, sent)).toThrow(
      expect.objectContaining({ code: 'PERMISSION_DENIED' }),
    )
  })
})

test('share changes list ended, changed and added shares and whether access widens', () => {
  const stored = [share(BERT, true), share(TEAM)]
  expect(shareChanges(stored, stored)).toBeUndefined()
  expect(shareChanges(stored, [share(BERT)])).toEqual({
    ended: [TEAM],
    set: [share(BERT)],
    added: [],
    widens: false,
  })
  expect(shareChanges(stored, [...stored, share(ME)])).toMatchObject({ ended: [], added: [ME], widens: true })
})

test('holds back shares that widen the access of a group with approval, and grants all others', () => {
  const stored = [share(TEAM), share(105, true), share(BERT)]
  const wished = [share(TEAM, true), share(105), share(106, true, true), share(BERT, true), share(ME)]
  expect(holdBack(stored, wished, new Set([TEAM, 105, 106]))).toEqual({
    granted: [share(TEAM), share(105), share(BERT, true), share(ME)],
    held: [share(TEAM, true), share(106, true, true)],
  })
  expect(holdBack(stored, wished, new Set())).toEqual({ granted: wished, held: [] })
})
