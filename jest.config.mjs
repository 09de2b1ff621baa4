const base = {
  rootDir: import.meta.dirname,
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  modulePathIgnorePatterns: ['/dist/', '/bundle/', '/.vedette/'],
  // Node loads and compiles all modules: see the runner.
  testRunner: '<rootDir>/libs/test-kit/src/runner/native-runner.ts',
  transform: {},
  injectGlobals: false,
};

const onStores = {
  globalSetup: '<rootDir>/libs/test-kit/src/runner/global-setup.ts',
  globalTeardown: '<rootDir>/libs/test-kit/src/runner/global-teardown.ts',
};

const onStack = {
  globalSetup: '<rootDir>/libs/test-kit/src/runner/global-stack-setup.ts',
  globalTeardown: '<rootDir>/libs/test-kit/src/runner/global-stack-teardown.ts',
};

/** Suites that flood the machine, or bound how long others wait while services are killed. */
const ALONE = String.raw`\.alone\.`;

export default {
  // Suites that start stores and processes have deadlines of their own; this one only ends a hang.
  testTimeout: 60_000,
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{libs,services,deploy}/*/src/**/*.spec.ts',
        '<rootDir>/libs/*/generate/*.spec.ts',
        '<rootDir>/e2e/{attacks,faults,mutations,neighbours,simulation}/*.spec.ts',
      ],
    },
    {
      ...base,
      ...onStores,
      displayName: 'integration',
      testMatch: [
        '<rootDir>/{libs,services,deploy}/*/test/**/*.int-spec.ts',
        '<rootDir>/{deploy,k8s}/test/**/*.int-spec.ts',
      ],
      testPathIgnorePatterns: [ALONE],
    },
    {
      ...base,
      ...onStack,
      displayName: 'e2e',
      testMatch: ['<rootDir>/e2e/**/*.e2e-spec.ts'],
      testPathIgnorePatterns: [ALONE],
    },
    {
      ...base,
      ...onStack,
      displayName: 'alone',
      testMatch: ['<rootDir>/{libs,services,e2e}/**/*.alone.{int,e2e}-spec.ts'],
    },
    {
      ...base,
      ...onStores,
      displayName: 'neighbours',
      testMatch: ['<rootDir>/e2e/neighbours/*.attack-spec.ts'],
    },
  ],
};
