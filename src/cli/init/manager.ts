/** A package manager in words. */
export interface Manager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** Adds a package for development. */
  readonly add: string;
  /** Installs what the lock file says. */
  readonly install: string;
  /** Runs a command of an installed package. */
  readonly run: string;
  /** The command that a workflow needs before the install. */
  readonly enable?: string;
  /** The action that does the same on GitHub. */
  readonly setup?: string;
}

const managers: readonly (Manager & { readonly locks: readonly string[] })[] = [
  {
    name: 'npm',
    add: 'npm install --save-dev',
    install: 'npm ci',
    run: 'npx',
    locks: ['package-lock.json', 'npm-shrinkwrap.json'],
  },
  {
    name: 'pnpm',
    add: 'pnpm add --save-dev',
    install: 'pnpm install --frozen-lockfile',
    run: 'pnpm exec',
    locks: ['pnpm-lock.yaml'],
    enable: 'corepack enable', // the version of `packageManager`; pnpm's own action stops where there is none
  },
  {
    name: 'yarn',
    add: 'yarn add --dev',
    install: 'yarn install',
    run: 'yarn',
    locks: ['yarn.lock'],
    enable: 'corepack enable',
  },
  {
    name: 'bun',
    add: 'bun add --dev',
    install: 'bun install --frozen-lockfile',
    run: 'bunx',
    locks: ['bun.lock', 'bun.lockb'],
    setup: 'oven-sh/setup-bun@v2',
    enable: 'npm install --global bun',
  },
];

/** The package manager of a project: the one that its package.json names, else the one whose lock file is there, else npm. */
export function managerOf(packageManager: unknown, hasFile: (name: string) => boolean): Manager {
  const named = typeof packageManager === 'string' ? /^[a-z]+/.exec(packageManager)?.[0] : undefined;
  const found =
    managers.find(({ name }) => name === named) ?? managers.find(({ locks }) => locks.some(hasFile)) ?? managers[0];
  return found as Manager;
}
