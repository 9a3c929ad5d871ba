import type { ChatBot } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { Status } from '#ui/table.tsx'
import { useDatasource } from '../sources.ts'
import { deployedTags, useModels } from '#features/models/index.ts'
import { sharesOf } from '#features/sharing/index.ts'
import css from './editor.module.css'
import { SECTIONS, sectionOf, type SectionId } from './sections.ts'
import type { Editor } from './use-editor.ts'

interface SectionListProps {
  bot: ChatBot
  editor: Editor
  chosen: SectionId | undefined
  onChoose: (section: SectionId) => void
}

/** The sections with the answer of each; amber is what is missing. */
export function SectionList({ bot, editor, chosen, onChoose }: SectionListProps) {
  const { t } = useTranslation('chatbots')
  const summaries = useSummaries(bot, editor)
  return (
    <nav className={css.sections} aria-label={t('sections.label')}>
      {SECTIONS.map((id, index) => {
        const { text, missing } = summaries[id]
        return (
          <button
            key={id}
            type="button"
            className={css.section}
            aria-current={id === chosen || undefined}
            data-autofocus={(chosen === undefined && index === 0) || undefined}
            onClick={() => onChoose(id)}
          >
            <span>{t(`sections.${id}`)}</span>
            <span className={css.summary}>
              {missing ? <Status kind="warn">{missing}</Status> : <span className="cut">{text}</span>}
            </span>
          </button>
        )
      })}
    </nav>
  )
}

interface Summary {
  text: string
  missing?: string | undefined
}

function useSummaries(
  bot: ChatBot,
  { edit: { values }, changes, problems }: Editor,
): Record<SectionId, Summary> {
  const { t } = useTranslation('chatbots')
  const { data: models } = useModels()
  const { data: source } = useDatasource(values.datasourceId)
  const model = deployedTags(models ?? []).find(({ tag }) => tag.id === values.modelTagId)
  const wrong = new Set(problems.map(({ path }) => sectionOf(path)))
  const changed = (id: SectionId) => changes.filter((path) => sectionOf(path) === id).length
  const { origins, perVisitorDay, keepDays } = values.rules
  const shares = sharesOf(bot)
  const look = changed('look')
  const incomplete = (id: SectionId) => (wrong.has(id) ? t('sections.incomplete') : undefined)
  return {
    answering: {
      text: [model?.model.name, bot.refProject.tabName].filter(Boolean).join(' · '),
      missing: models && !model ? t('sections.noModel') : incomplete('answering'),
    },
    source: { text: values.datasourceId === 0 ? t('sections.noSource') : (source?.name ?? t('source.lost')) },
    look: {
      text: look > 0 ? t('sections.changes', { count: look }) : values.widget.title,
      missing: incomplete('look'),
    },
    places: {
      text: t('sections.websites', { count: origins.length }),
      missing: origins.length === 0 ? t('sections.noWebsite') : undefined,
    },
    limits: { text: t('sections.perVisitor', { count: perVisitorDay ?? 0 }), missing: incomplete('limits') },
    privacy: {
      text: t('sections.kept', { count: keepDays ?? 0 }),
      missing:
        incomplete('privacy') ?? (values.widget.consent.trim() === '' ? t('sections.noNotice') : undefined),
    },
    people: { text: shares === 0 ? t('sections.onlyOwner') : t('sections.shared', { count: shares }) },
  }
}
