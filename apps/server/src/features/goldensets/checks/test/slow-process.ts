// The process of the checks on a busy machine, where starting takes longer than a check may.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
await import('../check-process.ts')
