// Jest runs this in each test file: the command line that the file has used on the shared stack ends with it.

import { afterAll } from '@jest/globals';
import { closeSharedOperator } from '../stack/shared-stack.ts';

afterAll(closeSharedOperator);
