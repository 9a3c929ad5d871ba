import { fillPlaceholders, placeholdersOf } from '@polylogue/contract/browser'
import type { SavedPrompt } from '@polylogue/contract'
import { useState } from 'react'
import { hasText } from '#lib/has-words.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { FieldList } from '#ui/field-list.tsx'
import type { Filler } from '#features/conversation/index.ts'
import { useItemDialogs } from '#features/items/index.ts'
import { useFoundPrompts } from '../api.ts'
import { InsertDialog } from '../execute/insert-dialog.tsx'
import { EVERYTHING } from '../search.ts'
import { useOutputSentence } from '../use-output-name.ts'

interface SlashListProps {
  opened: boolean
  query: string
  filler: Filler
  onClose: () => void
}

/** The saved prompts above the composer: arrows move, Enter or a click chooses, Escape closes. */
export function SlashList({ opened, query, filler, onClose }: SlashListProps) {
  const [chosen, setChosen] = useState<SavedPrompt>()
  const [filling, setFilling] = useState(false)
  const sentenceOf = useOutputSentence()
  const insert = (text: string, { id }: SavedPrompt) => {
    setFilling(false)
    filler.replace(text, id)
  }
  const choose = (prompt: SavedPrompt) => {
    onClose()
    if (placeholdersOf(prompt.prompt).length === 0)
      return insert(
        [fillPlaceholders(prompt.prompt, new Map()), sentenceOf(prompt)].filter(Boolean).join('\n\n'),
        prompt,
      )
    setChosen(prompt)
    setFilling(true)
  }
  return (
    <>
      {opened && <Results query={query} filler={filler} onChoose={choose} onClose={onClose} />}
      {chosen && (
        <InsertDialog
          key={chosen.id}
          prompt={chosen}
          opened={filling}
          onInsert={(text) => insert(text, chosen)}
          onClose={() => setFilling(false)}
        />
      )}
    </>
  )
}

interface ResultsProps extends Omit<SlashListProps, 'opened'> {
  onChoose: (prompt: SavedPrompt) => void
}

function Results({ query, filler, onChoose, onClose }: ResultsProps) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const dialogs = useItemDialogs('prompts')
  const settled = useSettled(query, 200)
  const found = useFoundPrompts({ ...EVERYTHING, fields: ['title'], text: settled })
  // The previous result stays until the next one is there: only what fits the typed text can be chosen.
  const prompts = (found.data?.prompts ?? []).filter(({ title }) => hasText(title, query))
  const none = settled === '' ? t('emptyTitle') : t('noMatch', { text: settled })
  return (
    <FieldList
      label={t('title')}
      items={prompts.map((prompt) => ({
        id: prompt.id,
        title: prompt.title,
        text: prompt.prompt.slice(0, 300),
        prompt,
      }))}
      query={query}
      isWaiting={found.isPending || found.isPlaceholderData || settled !== query}
      status={prompts.length > 0 ? t('slashFound', { count: found.data?.total ?? 0 }) : none}
      failed={found.isError ? `${t('loadFailed')}: ${errorMessage(found.error).sentence}` : undefined}
      wayOn={
        <Button
          size="small"
          icon="plus"
          onClick={() => {
            onClose()
            dialogs.show('create')
          }}
        >
          {t('add')}
        </Button>
      }
      hint={t('slashKeys')}
      keys={filler}
      onChoose={({ prompt }) => onChoose(prompt)}
      onClose={onClose}
    />
  )
}
