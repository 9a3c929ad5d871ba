// Categories and tags: lists, and creating one (chat specification, section 7).
import { contract } from '@polylogue/contract'
import { createLabel, listLabels, type Label, type LabelKind } from '../../access/items/index.ts'
import type { Person } from '../../access/index.ts'
import { routes, type Routes } from '../../http/routes.ts'
import type { Database } from '../../platform/db/index.ts'

const toLabelResponse = ({ id, name, description }: Label & { description: string }) => ({
  id,
  name,
  description,
})

export function labelsFeature({ db }: { db: Database }): { readonly routes: Routes } {
  const list = async (viewer: Person, kind: LabelKind) =>
    (await listLabels(db.orm, viewer, kind)).map(toLabelResponse)
  const create = async (
    viewer: Person,
    kind: LabelKind,
    sent: { name: string; description?: string | undefined },
  ) => toLabelResponse(await createLabel(db.orm, viewer, { kind, ...sent }))
  return {
    routes: routes(contract.labels, {
      categories: async (viewer) => ({ Categories: await list(viewer, 'category') }),
      createCategory: async (viewer, { body }) => ({ category: await create(viewer, 'category', body) }),
      tags: async (viewer) => ({ Tags: await list(viewer, 'tag') }),
      createTag: async (viewer, { body }) => ({ tag: await create(viewer, 'tag', body) }),
    }),
  }
}
