import type { ChatBot } from '@polylogue/contract'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useAddress } from '#lib/address.ts'
import { useFormat } from '#lib/format.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogForm } from '#ui/dialog.tsx'
import { focusFirstWrong } from '#ui/first-wrong.ts'
import { SECTION_PARAM } from '../states.ts'
import { EditorCode } from './editor-code.tsx'
import { EditorFoot } from './editor-foot.tsx'
import css from './editor.module.css'
import type { Form } from './form.ts'
import { Preview } from './preview.tsx'
import { SectionList } from './section-list.tsx'
import { ShownSection } from './shown-section.tsx'
import { sectionOf, SECTIONS, type FieldProblem, type SectionId } from './sections.ts'
import { useEditor, type Editor, type SaveAs } from './use-editor.ts'

interface EditorDialogProps {
  bot: ChatBot
  opened: boolean
  onClose: () => void
}

/** The editor of a chatbot (1200 px × 80vh): a section at a time beside the real widget. */
export function EditorDialog({ bot, opened, onClose }: EditorDialogProps) {
  const { t } = useTranslation('chatbots')
  const format = useFormat()
  const notices = useNotices()
  const { put } = useAddress()
  const close = () => {
    put({ [SECTION_PARAM]: '' })
    onClose()
  }
  const editor = useEditor(bot, (as) => {
    notices.show({ kind: 'done', title: t(as === 'draft' ? 'draftSaved' : 'published') })
  })
  const leave = () => {
    editor.discard()
    close()
  }
  const [place] = bot.rules.origins
  const when = format.day(bot.published)
  return (
    <Dialog
      opened={opened}
      title={t('edit')}
      lead={
        place === undefined
          ? t('editLead', { name: bot.name })
          : t('editLeadOn', { name: bot.name, place: place.replace(/^https?:\/\//, ''), when })
      }
      width={1200}
      dirty={editor.edit.dirty}
      onClose={leave}
    >
      {opened && <Inside bot={bot} editor={editor} onLeave={leave} />}
    </Dialog>
  )
}

interface InsideProps {
  bot: ChatBot
  editor: Editor
  onLeave: () => void
}

function Inside({ bot, editor, onLeave }: InsideProps) {
  const { section, setSection } = useSection()
  const [shown, setShown] = useState<'form' | 'code' | 'preview'>('form')
  const small = useMediaQuery('(max-width: 1024px)', false, { getInitialValueInEffect: false })
  const form = useForm(bot, editor)
  const place = useRef<HTMLDivElement>(null)
  const lead = useLeadToWrong(place, section)
  const save = (as: SaveAs, over?: ChatBot) => {
    const first = editor.save(as, over)
    if (!first) return
    setShown('form')
    setSection(sectionOf(first.path))
    lead(first)
  }
  const step = small && shown === 'form' && section === undefined ? 'list' : shown
  return (
    <DialogForm onSubmit={() => save('published')}>
      {shown === 'code' ? (
        <EditorCode bot={bot} editor={editor} onCopy={() => editor.changes.length > 0 && save('published')} />
      ) : (
        <div className={css.columns} data-step={step}>
          {(!small || step === 'list') && (
            <SectionList
              bot={bot}
              editor={editor}
              chosen={section ?? (small ? undefined : 'answering')}
              onChoose={setSection}
            />
          )}
          {(!small || step === 'form') && (
            <div ref={place} className={css.form}>
              <ShownSection
                id={section ?? 'answering'}
                form={form}
                editor={editor}
                onBack={small ? () => setSection(undefined) : undefined}
                onKeep={(theirs) => save('published', theirs)}
              />
            </div>
          )}
          {(!small || step === 'preview') && <Preview bot={bot} values={editor.edit.values} />}
        </div>
      )}
      <EditorFoot
        editor={editor}
        shown={shown}
        small={small}
        onShow={setShown}
        onDraft={() => save('draft')}
        onCancel={onLeave}
      />
    </DialogForm>
  )
}

/** Returns a function that leads to a wrong field, once its section is shown. */
function useLeadToWrong(
  place: RefObject<HTMLDivElement | null>,
  section: ReturnType<typeof useSection>['section'],
) {
  const wrong = useRef<FieldProblem>(undefined)
  const [attempts, setAttempts] = useState(0)
  // The section comes with the address, after the attempt.
  useEffect(() => {
    if (!wrong.current || !place.current || sectionOf(wrong.current.path) !== section) return
    wrong.current = undefined
    focusFirstWrong(place.current)
  }, [place, section, attempts])
  return (first: FieldProblem) => {
    wrong.current = first
    setAttempts((count) => count + 1)
  }
}

/** The section in the address; undefined for where the editor begins. */
function useSection() {
  const { get, put } = useAddress()
  const section = SECTIONS.find((one) => one === get(SECTION_PARAM))
  return {
    section,
    setSection: (next: SectionId | undefined) => put({ [SECTION_PARAM]: next ?? '' }),
  }
}

function useForm(bot: ChatBot, { edit, setValues, problems, tried }: Editor): Form {
  const { t } = useTranslation('chatbots')
  const { values } = edit
  return {
    bot,
    values,
    change: (some) => setValues({ ...values, ...some }),
    changeWidget: (some) => setValues({ ...values, widget: { ...values.widget, ...some } }),
    changeRules: (some) => setValues({ ...values, rules: { ...values.rules, ...some } }),
    errorOf: (path) => {
      const found = problems.find((one) => one.path === path)
      if (!found || (!tried && (found.kind === 'missing' || found.kind === 'noModel'))) return undefined
      const { kind, min, max } = found
      return kind === 'range' ? t('wrong.range', { min, max }) : t(`wrong.${kind}`)
    },
  }
}
