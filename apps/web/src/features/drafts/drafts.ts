// The drafts of messages, by a key that names user and tab: what is typed, pasted and attached, and what is on its way to the
// server. The one interface to them; where each is kept is its own affair. All survive a reload and an expired session.
import { readDraft, writeDraft } from '#lib/drafts.ts'
import { perPage } from '#lib/per-page.ts'
import { keptFilesOf, type KeptFile, type KeptFiles } from './kept-files.ts'
import { readPasted, readSent, writePasted, writeSent, type SentDraft } from './stored-texts.ts'
import { restored, type Written } from './written.ts'

export class MessageDrafts {
  readonly #files: KeptFiles
  /** Keys of the drafts with a message on its way from this page. */
  readonly #underWay = new Set<string>()
  /** Ids of stored files that have left the composer with a message. */
  readonly #held = new Set<string>()
  #leaving = new AbortController()

  constructor(files: KeptFiles) {
    this.#files = files
  }

  /** Aborted when the user leaves the page: what is still being prepared then belongs in no draft. */
  get left(): AbortSignal {
    return this.#leaving.signal
  }

  /** Returns what is written. */
  read(key: string): Written {
    return { field: readDraft(key), pasted: readPasted(key) }
  }

  /** Stores the text of the field, at once. */
  readonly writeField = writeDraft

  /** Stores the large pastes. */
  readonly writePasted = writePasted

  /** Puts what was taken back, before what was written since. */
  restore(key: string, taken: Written): void {
    const { field, pasted } = restored(taken, this.read(key))
    writeDraft(key, field)
    writePasted(key, pasted)
  }

  isUnderWay(key: string): boolean {
    return this.#underWay.has(key)
  }

  /** A message leaves the field; it stays stored until the server has it. */
  send(key: string, sent: SentDraft): void {
    this.#underWay.add(key)
    writeSent(key, sent)
  }

  /** Returns the message that is on its way, or was when the page was left. */
  readonly sent = readSent

  /** The server has the message. */
  arrived(key: string, files: readonly string[]): void {
    this.#underWay.delete(key)
    writeSent(key, undefined)
    this.forgetFiles(files)
  }

  /** The message failed. `hasNoReply`: the server may have it, so that it is looked for in the chat. */
  failed(key: string, hasNoReply: boolean): void {
    this.#underWay.delete(key)
    const sent = readSent(key)
    writeSent(key, sent && hasNoReply ? { ...sent, isBack: true } : undefined)
  }

  /** Returns the stored files of a draft in order. */
  readFiles(key: string): Promise<KeptFile[]> {
    return this.#files.read(key)
  }

  /** Stores files of a draft, in this order. */
  keepFiles(key: string, files: readonly Pick<KeptFile, 'id' | 'file' | 'type'>[]): void {
    const now = Date.now()
    files.forEach(({ id, file, type }, index) => {
      void this.#files.keep({ id, draft: key, at: now + index, file, type })
    })
  }

  /** Deletes files that have left the draft, except those on their way. */
  removeFiles(ids: readonly string[]): void {
    void this.#files.forget(ids.filter((id) => !this.isHeld(id)))
  }

  /** Deletes files that are not needed any more: the server has them or refused them. */
  forgetFiles(ids: readonly string[]): void {
    // A read that began before the deletion must not bring them back.
    this.holdFiles(ids)
    void this.#files.forget(ids)
  }

  /** Keeps stored files out of the composer. */
  holdFiles(ids: readonly string[]): void {
    for (const id of ids) this.#held.add(id)
  }

  /** Gives stored files back to the composer of their tab. */
  releaseFiles(ids: readonly string[]): void {
    for (const id of ids) this.#held.delete(id)
  }

  isHeld(id: string): boolean {
    return this.#held.has(id)
  }

  clear(): void {
    this.#underWay.clear()
    this.#leaving.abort()
    this.#leaving = new AbortController()
  }
}

/** Returns the drafts of a page. */
export const draftsOf = perPage(
  (page) => new MessageDrafts(keptFilesOf(page)),
  (drafts) => drafts.clear(),
)
