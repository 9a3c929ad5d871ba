// Compiles and runs the checks of golden sets in a process of its own, which is killed when one takes too long. A thread
// could not be ended: V8 does not interrupt the compilation of a regular expression.
import { endWithParent } from '#platform/end-with-parent.ts'
import { mistakeIn, outcomeOf, type CheckTask } from './check.ts'

endWithParent(Number(process.argv[2]))
process.on('message', (task: CheckTask) =>
  process.send?.('answer' in task ? outcomeOf(task.check, task.answer) : mistakeIn(task.check)),
)
process.send?.(true)
