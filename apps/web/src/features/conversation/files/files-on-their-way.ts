// Files of messages on their way: they have left the composer and stay stored until the server has them.
import { forgetFiles } from '../../drafts/index.ts'

const held = new Set<string>()

/** Keeps stored files out of the composer. */
export function holdFiles(ids: readonly string[]): void {
  for (const id of ids) held.add(id)
}

/** Gives stored files back to the composer of their tab. */
export function releaseFiles(ids: readonly string[]): void {
  for (const id of ids) held.delete(id)
}

export const isHeld = (id: string): boolean => held.has(id)

/** Deletes files that are not needed any more: the server has them or refused them. */
export function forgetSentFiles(ids: readonly string[]): void {
  // A read that began before the deletion must not bring them back.
  holdFiles(ids)
  void forgetFiles(ids)
}
