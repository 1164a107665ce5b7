"""The collected grammars, one module a document: its rules as text, and the grammar when asked for."""
