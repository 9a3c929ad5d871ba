// The recycle bin, for tests of what is deleted with an item.
import type { Client } from '@polylogue/client'
import { contract } from '@polylogue/contract'

/** Deletes an item that a person has just deleted from the recycle bin, too. */
export async function eraseBinned(
  { client }: { readonly client: Client },
  { context }: { readonly context: { readonly id: number } },
): Promise<void> {
  await client.call(contract.bin.erase, { params: { id: context.id } })
}
