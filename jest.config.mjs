const base = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['/dist/', '/bundle/', '/.vedette/'],
};

const onStores = {
  globalSetup: '<rootDir>/libs/test-kit/src/global-setup.ts',
  globalTeardown: '<rootDir>/libs/test-kit/src/global-teardown.ts',
};

export default {
  // Suites that start stores and processes have deadlines of their own; this one only ends a hang.
  testTimeout: 60_000,
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{libs,services,deploy}/*/src/**/*.spec.ts',
        '<rootDir>/e2e/{attacks,faults,simulation}/*.spec.ts',
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
    },
    {
      ...base,
      globalSetup: '<rootDir>/libs/test-kit/src/global-stack-setup.ts',
      globalTeardown: '<rootDir>/libs/test-kit/src/global-stack-teardown.ts',
      displayName: 'e2e',
      testMatch: ['<rootDir>/e2e/**/*.e2e-spec.ts'],
    },
  ],
};
