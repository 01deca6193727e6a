// A puzzle's board: tips and sets work as at a table.
import { compose } from './compose.js';
import { explain } from './tips.js';
import { sheet } from './sheet.js';

compose.begin();
explain.begin();
sheet.begin();
