import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Switch } from '#ui/switch.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { useComparisons } from './api.ts'
import css from './compare-view.module.css'

interface QuestionBarProps {
  text: string
  projectId: number
  compareId: string
  together: boolean
  onTogether: (together: boolean) => void
  onCompare: (compareId: string) => void
}

/** Shows the question, the earlier comparisons, and the switch for synchronous scrolling. */
export function QuestionBar({
  text,
  projectId,
  compareId,
  together,
  onTogether,
  onCompare,
}: QuestionBarProps) {
  const { t } = useTranslation('compare')
  return (
    <div className={css.question}>
      <h2 className="sr">{t('question')}</h2>
      <p className={css.asked} dir="auto" {...scrollBox(t('question'))}>
        {text}
      </p>
      <div className={css.tools}>
        <span className={css.together}>
          <Switch
            label={t('together')}
            checked={together}
            onChange={(event) => onTogether(event.target.checked)}
          />
        </span>
        <Earlier projectId={projectId} compareId={compareId} onCompare={onCompare} />
      </div>
    </div>
  )
}

/** Lists the comparisons of this project. */
function Earlier({
  projectId,
  compareId,
  onCompare,
}: Pick<QuestionBarProps, 'projectId' | 'compareId' | 'onCompare'>) {
  const { t } = useTranslation('compare')
  const format = useFormat()
  const { data: questions = [], hasNextPage, isFetchingNextPage, fetchNextPage } = useComparisons(projectId)
  if (questions.every((question) => question.compareId === compareId)) return null
  return (
    <Menu target={<IconButton icon="clock" label={t('earlier')} />} position="bottom-end">
      {questions.map((question) => (
        <MenuItem
          key={question.compareId}
          {...(question.compareId === compareId ? { icon: 'check' as const } : {})}
          onSelect={() => onCompare(question.compareId)}
        >
          <span className={css.earlier}>
            <span className="cut">{question.queryText}</span>
            <time dateTime={question.created}>{format.moment(question.created)}</time>
          </span>
        </MenuItem>
      ))}
      {hasNextPage && (
        <MenuItem stays disabled={isFetchingNextPage} onSelect={() => void fetchNextPage()}>
          {t('more')}
        </MenuItem>
      )}
    </Menu>
  )
}
