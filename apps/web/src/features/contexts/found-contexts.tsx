import type { Context } from '@polylogue/contract'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ListOption } from '#ui/list-option.tsx'
import { SkeletonLine, Loading } from '#ui/states.tsx'
import type { useFoundContexts } from './api.ts'
import css from './context-search.module.css'
import { ContextSign } from './context-sign.tsx'
import { useContextWords } from './use-context-words.ts'

export const optionId = (list: string, context: Pick<Context, 'id'>): string => `${list}-${context.id}`

interface FoundContextsProps {
  id: string
  found: ReturnType<typeof useFoundContexts>
  offered: readonly Context[]
  /** The option that Enter chooses. */
  active: number | undefined
  /** The search result; undefined while loading. */
  text: string | undefined
  onChoose: (context: Context) => void
}

/** Lists the matching people and groups, or says why there are none. The focus stays in the search field. */
export function FoundContexts({ id, found, offered, active, text, onChoose }: FoundContextsProps) {
  const { t } = useTranslation(['contexts', 'ui'])
  const errorMessage = useErrorMessage()
  const none = offered.length === 0
  const busy = found.isPending || text === undefined
  if (found.isError)
    return (
      <div className={css.failed} role="alert">
        <p>{t('notFound', { sentence: errorMessage(found.error).sentence })}</p>
        <Button size="small" onClick={() => void found.refetch()}>
          {t('ui:tryAgain')}
        </Button>
      </div>
    )
  const missing = text ? t('noMatch', { text }) : t('nobody')
  const said = none ? missing : t('foundCount', { count: offered.length })
  return (
    <>
      {!none && (
        <div id={id} role="listbox" aria-label={t('found')} className={css.options}>
          {offered.map((context) => (
            <Option
              key={context.id}
              id={optionId(id, context)}
              context={context}
              active={context.id === active}
              onChoose={() => onChoose(context)}
            />
          ))}
        </div>
      )}
      {none && busy && <Skeleton />}
      <p className={none && !busy ? css.none : 'sr'} role="status">
        {!busy && said}
      </p>
    </>
  )
}

interface OptionProps {
  id: string
  context: Context
  active: boolean
  onChoose: () => void
}

function Option({ id, context, active, onChoose }: OptionProps) {
  const words = useContextWords()
  return (
    <ListOption id={id} active={active} className={css.option} onChoose={onChoose}>
      <ContextSign context={context} />
      <span className={css.text}>
        <b className="cut">{context.displayName}</b>
        <span className="cut">{words(context)}</span>
      </span>
    </ListOption>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        <SkeletonLine width={60} />
        <SkeletonLine width={40} />
        <SkeletonLine width={52} />
      </div>
    </Loading>
  )
}
