import type { ChatBot } from '@polylogue/contract'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { EditConflict } from '#features/items/index.ts'
import css from './editor.module.css'
import type { Form } from './form.ts'
import { AnsweringSection, SourceSection } from './sections-answering.tsx'
import { LimitsSection } from './section-limits.tsx'
import { LookSection } from './section-look.tsx'
import { PeopleSection } from './section-people.tsx'
import { PlacesSection } from './section-places.tsx'
import { PrivacySection } from './section-privacy.tsx'
import type { SectionId } from './sections.ts'
import type { Editor } from './use-editor.ts'
import { changesOf, valuesOf } from './values.ts'

interface ShownSectionProps {
  id: SectionId
  form: Form
  editor: Editor
  /** Back to the list of sections, in a small window. */
  onBack: (() => void) | undefined
  /** Overwrites what somebody else stored meanwhile. */
  onKeep: (theirs: ChatBot) => void
}

export function ShownSection({ id, form, editor, onBack, onKeep }: ShownSectionProps) {
  const { t } = useTranslation(['chatbots', 'ui'])
  const errorMessage = useErrorMessage()
  const { error } = editor.edit
  return (
    <section aria-labelledby="chatbot-section" className={css.group}>
      {onBack && (
        <div>
          <Button kind="quiet" icon="arrow-left" onClick={onBack}>
            {t('sections.all')}
          </Button>
        </div>
      )}
      <div>
        <h3 id="chatbot-section">{t(`sections.${id}`)}</h3>
        <p className={css.hint}>{t(`sectionTexts.${id}`)}</p>
      </div>
      {error && <Problem>{t('updateFailed', { sentence: errorMessage(error).sentence })}</Problem>}
      <EditConflict
        edit={editor.edit}
        onKeep={onKeep}
        compare={(stored, mine) => {
          const theirs = valuesOf(stored)
          return changesOf(theirs, mine).map((path) => ({
            label: t(`fields.${path}` as 'fields.name'),
            value: valueIn(theirs, path),
            same: false,
          }))
        }}
      />
      <Fields id={id} form={form} dirty={editor.edit.dirty} />
    </section>
  )
}

function Fields({ id, form, dirty }: { id: SectionId; form: Form; dirty: boolean }) {
  switch (id) {
    case 'answering':
      return <AnsweringSection form={form} />
    case 'source':
      return <SourceSection form={form} />
    case 'look':
      return <LookSection form={form} />
    case 'places':
      return <PlacesSection form={form} />
    case 'limits':
      return <LimitsSection form={form} />
    case 'privacy':
      return <PrivacySection form={form} />
    case 'people':
      return <PeopleSection form={form} dirty={dirty} />
  }
}

function valueIn(values: object, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], values)
  if (Array.isArray(value)) return value.join(' · ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
