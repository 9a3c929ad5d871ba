import { contract } from '@polylogue/contract/browser'
import { loadTexts } from '#lib/load-texts.ts'
import type { LiveData, LivePage } from '#features/live/index.ts'

/** Tells reviewers of a new request, and the user who asked of the decision. */
export async function tell(page: LivePage, data: LiveData): Promise<void> {
  const { notices } = page
  const { what, own, reviews } = data
  const t = await loadTexts('publications')
  if (what === 'requested' && reviews === true && own !== true)
    notices.show({ kind: 'info', title: t('told.requested'), text: t('told.where') })
  if (own !== true || (what !== 'approved' && what !== 'declined')) return
  const names = await namesOf(page, data)
  if (what === 'approved')
    notices.show({ kind: 'done', title: names ? t('told.approvedNamed', names) : t('told.approved') })
  else
    notices.show({
      kind: 'warning',
      title: names ? t('told.declinedNamed', names) : t('told.declined'),
      text: t('told.reason'),
    })
}

/** Messages have ids only: the names of item and group are read, which checks access. Undefined when that fails. */
async function namesOf(
  { api }: LivePage,
  { contextId, groupContextId }: LiveData,
): Promise<{ name: string; group: string } | undefined> {
  try {
    const [item, groups] = await Promise.all([
      api.call(contract.publications.ofItem, { params: { id: contextId } }),
      api.call(contract.contexts.search, { query: { ids: String(groupContextId) } }),
    ])
    const [group] = groups.data.Contexts
    return group && { name: item.data.item.name, group: group.displayName }
  } catch {
    return undefined
  }
}
