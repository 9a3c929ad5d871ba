// The recycle bin: a deleted item is known only to those who had admin access to it.
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, only } from '../viewers.ts'

const { bin } = contract

const ADMINS = ['owner', 'itemAdmin'] as const
const binned = ({ things }: On) => ({ params: { id: things.binnedId } })

export const recycleBin: Row[] = [
  reads(bin.list, everybody(200)),
  changes(bin.restore, only(ADMINS, 200, 404), binned),
  changes(bin.erase, only(ADMINS, 200, 404), binned),
  // The last one: the owner's standing item goes, too.
  changes(bin.empty, everybody(200)),
]
