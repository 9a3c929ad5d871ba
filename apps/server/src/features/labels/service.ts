import type { CallInput, contract, Label } from '@polylogue/contract'
import {
  allows,
  authorize,
  LEVEL,
  managesGroups,
  type Level,
  type Person,
  type Policy,
} from '#access/index.ts'
import {
  createLabel,
  listLabels,
  removeLabel,
  type ItemsDeps,
  type Label as StoredLabel,
  type LabelKind,
} from '#access/items/index.ts'
import { Problem } from '#problem.ts'

const labelPolicy = {
  thing: 'label',
  needs: { read: LEVEL.read, remove: LEVEL.admin },
} as const satisfies Policy

/** Returns the viewer's level on the labels of their side of the tenant wall: administrators delete them for everybody. */
const labelLevel = (viewer: Person): Level => (managesGroups(viewer) ? LEVEL.admin : LEVEL.read)

export type LabelsDeps = Pick<ItemsDeps, 'db' | 'clock' | 'audit'>

/** Access and errors are those of the contract. */
export interface LabelsService {
  list(viewer: Person, kind: LabelKind): Promise<{ labels: Label[]; canDelete: boolean }>
  /** Returns the existing label when there is one of that name. */
  create(
    viewer: Person,
    kind: LabelKind,
    sent: CallInput<typeof contract.labels.createTag>['body'],
  ): Promise<Label>
  /** Deletes a label, also from the items that have it. */
  remove(viewer: Person, kind: LabelKind, id: number): Promise<void>
}

const toLabelResponse = ({ id, name, description }: StoredLabel & { description: string }): Label => ({
  id,
  name,
  description,
})

export function labelsService({ db, audit }: LabelsDeps): LabelsService {
  return {
    list: async (viewer, kind) => ({
      labels: (await listLabels(db.orm, viewer, kind)).map(toLabelResponse),
      canDelete: allows(labelPolicy, 'remove', labelLevel(viewer)),
    }),
    create: (viewer, kind, sent) =>
      db.transaction(async (tx) => toLabelResponse(await createLabel(tx, viewer, { kind, ...sent }))),
    async remove(viewer, kind, id) {
      authorize(labelPolicy, 'remove', { level: labelLevel(viewer) })
      await db.transaction(async (tx) => {
        const gone = await removeLabel(tx, viewer, { kind, id })
        if (!gone) throw new Problem('NOT_FOUND', { thing: kind })
        const on = { type: 'label', id, name: gone.name }
        await audit.record(tx, { action: 'label.deleted', by: viewer, on, details: { count: gone.items } })
      })
    },
  }
}
