// People with a token, for the tests of several files.
import { contract } from '@polylogue/contract'
import { expect } from 'vitest'
import type { TestApp } from '#test/test-app.ts'

const { apitokens, users } = contract

export type Holder = Awaited<ReturnType<ReturnType<typeof holdersIn>['holder']>>

export const seen = ({ program, user }: Holder) => program.call(users.get, { params: { id: user.id } })
export const remove = ({ user, id }: Holder) =>
  user.client.call(apitokens.removeOfUser, { params: { userId: user.id, id } })
export const refused = (code: string, status: number) => expect.objectContaining({ code, status })

export function holdersIn(app: () => TestApp) {
  /** Creates a user with a program that holds one of their tokens. */
  async function holder(of: { roleId?: number; company?: boolean; expires?: string } = {}) {
    const user = await app().deps.user(of.roleId ? { roleId: of.roleId } : {})
    const body = { name: 'A program', ...(of.expires ? { expires: of.expires } : {}) }
    const { data } = of.company
      ? await user.client.call(apitokens.saveOfCompany, { params: { companyId: 1 }, body })
      : await user.client.call(apitokens.saveOfUser, { params: { userId: user.id }, body })
    const value = data.value ?? ''
    return { user, value, id: data.ApiToken?.id ?? 0, program: app().deps.program(value) }
  }
  return { holder }
}
