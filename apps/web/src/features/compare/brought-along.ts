// The draft of the composer comes along into the sheet, so that nobody types a question twice.
import { composerDraft } from '#lib/composer-focus.ts'
import { useDraft } from '#lib/drafts.ts'

/**
 * Returns the text for the sheet. `kept` is its own draft, `from` the copy that it began with, `draft` the text of the
 * composer now. Something typed in the sheet itself is kept.
 */
export const broughtAlong = (kept: string, from: string, draft: string): string =>
  kept === '' || kept === from ? draft : kept

interface Draft {
  text: string
  setText: (text: string) => void
}

/**
 * Returns functions for the sheet: `bring` copies the draft of the composer when it opens, `sent` empties the composer if its
 * draft has not changed since. `key` names the copy.
 */
export function useBroughtAlong(key: string): { bring: (sheet: Draft) => void; sent: () => void } {
  const [from, setFrom] = useDraft(key)
  return {
    bring({ text, setText }) {
      const draft = composerDraft()?.whole()
      if (draft === undefined) return
      const next = broughtAlong(text, from, draft)
      if (next !== text) setText(next)
      setFrom(draft)
    },
    sent() {
      const composer = composerDraft()
      if (from !== '' && composer?.whole() === from) composer.take()
      setFrom('')
    },
  }
}
