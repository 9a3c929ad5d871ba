import { useId, useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { RadioOption } from '#ui/radio-option.tsx'
import { ChatList } from './chat-list.tsx'
import type { ImportedChats, FoundChat } from './formats.ts'
import css from './import-dialog.module.css'
import { Notes } from './notes.tsx'

interface ChooseChatsProps {
  found: ImportedChats
  fileName: string
  onBack: () => void
  /** Without a name, each chat is imported on its own. */
  onImport: (name: string | undefined, chats: readonly FoundChat[]) => void
  onClose: () => void
}

/** Selects the chats to import, and whether each is a chat of its own or a tab of a new project. */
export function ChooseChats({ found, fileName, onBack, onImport, onClose }: ChooseChatsProps) {
  const { t } = useTranslation('import')
  const { chats } = found
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(chats.keys()))
  const [grouped, setGrouped] = useState(false)
  const [name, setName] = useState(t('projectName'))
  const chosen = chats.filter((_, index) => ticked.has(index))
  const ready = chosen.length > 0 && (!grouped || name.trim() !== '')
  return (
    <DialogForm onSubmit={() => ready && onImport(grouped ? name.trim() : undefined, chosen)}>
      <DialogBody>
        <div className={css.file}>
          <span className="cut">{fileName}</span>
          <Button size="small" onClick={onBack}>
            {t('chooseOther')}
          </Button>
        </div>
        {chats.length > 1 && <Grouping grouped={grouped} onChange={setGrouped} />}
        {grouped && (
          <TextField
            label={t('name')}
            needed
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <Notes found={found} />
        <ChatList chats={chats} ticked={ticked} onTick={setTicked} />
      </DialogBody>
      <FormFoot verb={t('import', { count: chosen.length })} disabled={!ready} onCancel={onClose} />
    </DialogForm>
  )
}

function Grouping({ grouped, onChange }: { grouped: boolean; onChange: (grouped: boolean) => void }) {
  const { t } = useTranslation('import')
  const name = useId()
  return (
    <div role="radiogroup" aria-label={t('as.label')}>
      {(['separate', 'grouped'] as const).map((kind) => {
        const checked = grouped === (kind === 'grouped')
        return (
          <RadioOption
            key={kind}
            name={name}
            label={t(`as.${kind}`)}
            text={t(`as.${kind}Text`)}
            checked={checked}
            data-autofocus={checked || undefined}
            onChange={() => onChange(kind === 'grouped')}
          />
        )
      })}
    </div>
  )
}
