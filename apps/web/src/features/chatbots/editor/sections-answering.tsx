import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { NameAndDescription } from '#ui/name-and-description.tsx'
import { Problem } from '#ui/states.tsx'
import { useErrorMessage } from '#lib/problem.ts'
import { useUpdateChatbot } from '../api.ts'
import { TabLink } from '../list/tab-link.tsx'
import { TabField, type PickedTab } from '../manage/tab-field.tsx'
import { InstructionFields, ModelTagField, SourceFields } from './answering-fields.tsx'
import css from './editor.module.css'
import type { SectionProps } from './form.ts'

/** What a chatbot is called, and what answers. */
export function AnsweringSection({ form }: SectionProps) {
  const { t } = useTranslation('chatbots')
  const { values, change, errorOf } = form
  return (
    <>
      <NameAndDescription
        values={values}
        labels={{ name: t('name'), description: t('description') }}
        errors={{ name: errorOf('name'), description: errorOf('description') }}
        onChange={change}
      />
      <ModelTagField values={values} error={errorOf('modelTagId')} onChange={change} />
      <InstructionFields values={values} onChange={change} />
      <ReferenceTab form={form} />
    </>
  )
}

/** The tab that the settings came from; another one brings its own. */
function ReferenceTab({ form: { bot } }: SectionProps) {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  const update = useUpdateChatbot()
  const [choosing, setChoosing] = useState(false)
  const [picked, setPicked] = useState<PickedTab | undefined>(undefined)
  const take = () =>
    picked &&
    update.mutate(
      { id: bot.id, refProjectTabId: picked.id, ifModified: bot.modified },
      { onSuccess: () => setChoosing(false) },
    )
  return (
    <div className={css.group}>
      <div className={css.line}>
        <TabLink bot={bot} />
        <span className="sp" />
        <Button size="small" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
          {t('tabChange.choose')}
        </Button>
      </div>
      {choosing && (
        <>
          <p className={css.hint}>{t('tabChange.text')}</p>
          <TabField value={picked} error={undefined} onChange={setPicked} />
          {update.error && (
            <Problem>{t('updateFailed', { sentence: errorMessage(update.error).sentence })}</Problem>
          )}
          <div>
            <Button busy={update.isPending} disabled={!picked} onClick={take}>
              {t('tabChange.take')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** The documents that answers may use. */
export function SourceSection({ form: { values, change } }: SectionProps) {
  return <SourceFields values={values} onChange={change} />
}
